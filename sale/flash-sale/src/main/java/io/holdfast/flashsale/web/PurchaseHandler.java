package io.holdfast.flashsale.web;

import io.holdfast.flashsale.buying.Purchase;
import io.holdfast.flashsale.buying.PurchaseAnswer;
import io.holdfast.flashsale.buying.PurchaseAnswer.Reason;
import io.holdfast.flashsale.buying.PurchaseAnswer.Refused;
import io.holdfast.flashsale.buying.PurchaseAnswer.Unknown;
import io.holdfast.flashsale.door.Gate;
import io.holdfast.flashsale.door.SoldOutMemory;
import io.holdfast.flashsale.ladder.Rung;
import io.holdfast.flashsale.sale.Sale;
import io.holdfast.flashsale.sale.SaleStatus;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Enumeration;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntFunction;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes purchases: through the front door, to the rung of the sale, and back with the answer. No thread waits for
 * Redis. Thread-safe.
 */
final class PurchaseHandler {

  private static final Logger LOG = LoggerFactory.getLogger(PurchaseHandler.class);
  private static final Pattern KEY = Pattern.compile("[A-Za-z0-9._-]{1,64}");
  private static final long ANSWER_WITHIN_MILLIS = Duration.ofSeconds(30).toMillis();

  private final Callers callers;
  private final Limits limits;
  private final Gate gate;
  private final Gate blockingGate;
  private final SaleCache sales;
  private final SoldOutMemory soldOut;
  private final IntFunction<Rung> rungs;
  private final PurchaseReply reply;
  private final PurchaseMeters meters;

  PurchaseHandler(
      Callers callers,
      Limits limits,
      Gate gate,
      Gate blockingGate,
      SaleCache sales,
      SoldOutMemory soldOut,
      IntFunction<Rung> rungs,
      PurchaseReply reply,
      PurchaseMeters meters) {
    this.callers = callers;
    this.limits = limits;
    this.gate = gate;
    this.blockingGate = blockingGate;
    this.sales = sales;
    this.soldOut = soldOut;
    this.rungs = rungs;
    this.reply = reply;
    this.meters = meters;
  }

  /** Answers now or, from another thread, later. */
  void handle(long saleId, HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    long startNanos = System.nanoTime();
    try {
      String address = callers.address(request);
      limits.passAddress(address);
      String user = callers.user(request);
      limits.passUser(user, address);
      String key = key(request);
      int quantity = PurchaseBody.quantity(request);
      Listing listing = sales.find(saleId);
      if (listing == null) {
        throw Problem.of(ProblemType.NOT_FOUND);
      }
      Purchase purchase = new Purchase(listing.sale(), user, key, quantity);
      if (isKnownAsSoldOut(purchase)) {
        meters.soldOutFromMemory();
        Problem.of(ProblemType.SOLD_OUT).writeTo(response);
        return;
      }
      buy(new Wish(listing, purchase, startNanos), request, response);
    } catch (Problem problem) {
      meters.problem(problem.type());
      problem.writeTo(response);
    }
  }

  /** How many are under way. */
  int inFlight() {
    return gate.inside() + blockingGate.inside();
  }

  /** The caller's name for what is asked for. */
  static String key(HttpServletRequest request) {
    Enumeration<String> keys = request.getHeaders("Idempotency-Key");
    if (!keys.hasMoreElements()) {
      throw Problem.of(ProblemType.MISSING_KEY);
    }
    String key = keys.nextElement();
    if (keys.hasMoreElements()) {
      throw Problem.of(
          ProblemType.INVALID_REQUEST, "Idempotency-Key: expected one, and there are several");
    }
    if (!KEY.matcher(key).matches()) {
      throw Problem.of(
          ProblemType.INVALID_REQUEST, "Idempotency-Key: expected 1 to 64 of A-Z a-z 0-9 . _ -");
    }
    return key;
  }

  private boolean isKnownAsSoldOut(Purchase purchase) {
    Sale sale = purchase.sale();
    return sale.isProduction()
        && sale.status() == SaleStatus.OPEN
        && soldOut.refuses(purchase)
        && Instant.now().isBefore(sale.endsAt());
  }

  private void buy(Wish wish, HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    Gate gate = gate(wish);
    if (!gate.enter()) {
      throw Problem.of(ProblemType.OVERLOADED);
    }
    CompletableFuture<PurchaseAnswer> answer = ask(wish.purchase());
    if (answer.isDone()) {
      reply.write(wish, settle(wish, answer.join()), response);
      return;
    }
    AsyncContext async = request.startAsync();
    async.setTimeout(ANSWER_WITHIN_MILLIS);
    LaterReply later = new LaterReply(wish, reply::write, async);
    async.addListener(later);
    CompletableFuture<PurchaseAnswer> unused =
        answer.whenComplete((said, never) -> later.answer(settle(wish, said)));
  }

  private Gate gate(Wish wish) {
    return wish.purchase().sale().rung() >= Sale.PRODUCTION ? gate : blockingGate;
  }

  private CompletableFuture<PurchaseAnswer> ask(Purchase purchase) {
    try {
      return rungs
          .apply(purchase.sale().rung())
          .buy(purchase)
          .exceptionally(PurchaseHandler::failed)
          .toCompletableFuture();
    } catch (RuntimeException e) {
      return CompletableFuture.completedFuture(failed(e));
    }
  }

  private static PurchaseAnswer failed(Throwable failure) {
    LOG.error("a purchase failed", failure);
    return new Unknown("failed");
  }

  /** The work is done, whoever still waits for the answer. */
  private PurchaseAnswer settle(Wish wish, PurchaseAnswer answer) {
    gate(wish).leave();
    if (answer instanceof Refused refused
        && refused.reason() == Reason.SOLD_OUT
        && wish.purchase().sale().isProduction()) {
      soldOut.notice(wish.purchase().sale().id());
    }
    return answer;
  }
}
