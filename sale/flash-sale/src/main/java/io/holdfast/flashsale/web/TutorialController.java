package io.holdfast.flashsale.web;

import io.holdfast.Holdfast;
import io.holdfast.Lease;
import io.holdfast.flashsale.buying.Purchase;
import io.holdfast.flashsale.buying.PurchaseAnswer;
import io.holdfast.flashsale.buying.PurchaseAnswer.Accepted;
import io.holdfast.flashsale.buying.PurchaseAnswer.Reason;
import io.holdfast.flashsale.buying.PurchaseAnswer.Refused;
import io.holdfast.flashsale.ladder.Rung;
import io.holdfast.flashsale.operating.SaleKeeper;
import io.holdfast.flashsale.sale.NewSale;
import io.holdfast.flashsale.sale.Sale;
import io.holdfast.flashsale.sale.SaleStore;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntFunction;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** The paths that the tutorials have, selling as the tutorials do: a GET takes a unit, whoever sends it. */
@RestController
@ConditionalOnBooleanProperty("flash-sale.tutorial")
@RequestMapping(path = "/miaosha", produces = MediaType.TEXT_PLAIN_VALUE)
@Tag(name = "The tutorials' paths")
class TutorialController {

  private static final int STOCK = 10;
  private static final Duration RUNS = Duration.ofHours(1);

  private final Holdfast holdfast;
  private final SaleStore store;
  private final SaleKeeper keeper;
  private final IntFunction<Rung> rungs;
  private final Callers callers;
  private final Limits limits;
  private final Map<String, Sale> sales = new ConcurrentHashMap<>();

  TutorialController(
      Holdfast holdfast,
      SaleStore store,
      SaleKeeper keeper,
      IntFunction<Rung> rungs,
      Callers callers,
      Limits limits) {
    this.holdfast = holdfast;
    this.store = store;
    this.keeper = keeper;
    this.rungs = rungs;
    this.callers = callers;
    this.limits = limits;
  }

  @GetMapping("/miaoshaTest")
  @Operation(summary = "Buy one of ten, naively (rung 1)")
  String naive(HttpServletRequest request) throws InterruptedException {
    return sell("/miaosha/miaoshaTest", 1, request);
  }

  @GetMapping("/redissonTest")
  @Operation(summary = "Buy one of ten, under a lock (rung 8)")
  String locked(HttpServletRequest request) throws InterruptedException {
    return sell("/miaosha/redissonTest", 8, request);
  }

  private String sell(String name, int rung, HttpServletRequest request)
      throws InterruptedException {
    limits.passAddress(callers.address(request));
    Purchase purchase = new Purchase(
        sale(name, rung), "tutorial-" + UUID.randomUUID(), UUID.randomUUID().toString(), 1);
    PurchaseAnswer answer =
        rungs.apply(rung).buy(purchase).toCompletableFuture().join();
    if (answer instanceof Accepted accepted) {
      return "bought one, " + accepted.left() + " left\n";
    } else if (answer instanceof Refused refused) {
      if (refused.reason() == Reason.SOLD_OUT) {
        return "sold out, 0 left\n";
      }
      throw Problem.of(ProblemType.OVERLOADED);
    }
    throw Problem.of(ProblemType.OUTCOME_UNKNOWN);
  }

  /** The stock of the hour, made by whoever asks first, in whichever instance. */
  private Sale sale(String name, int rung) throws InterruptedException {
    Sale known = sales.get(name);
    if (known != null && Instant.now().isBefore(known.endsAt())) {
      return known;
    }
    try (Lease lease = holdfast.lock("flash-sale:tutorial:" + rung).acquire()) {
      Sale sale = running(name)
          .orElseGet(() -> keeper.create(
              new NewSale(name, rung, 0, 1, STOCK, Instant.now(), Instant.now().plus(RUNS), true)));
      sales.put(name, sale);
      return sale;
    }
  }

  private Optional<Sale> running(String name) {
    Instant now = Instant.now();
    return store.list(true).stream()
        .filter(sale -> sale.name().equals(name) && now.isBefore(sale.endsAt()))
        .findFirst();
  }
}
