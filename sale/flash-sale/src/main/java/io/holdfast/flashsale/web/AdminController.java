package io.holdfast.flashsale.web;

import io.holdfast.flashsale.order.DeadLetter;
import io.holdfast.flashsale.order.Orders;
import io.holdfast.flashsale.reconcile.Books;
import io.holdfast.flashsale.reconcile.Reconciler;
import io.holdfast.flashsale.sale.Sale;
import io.holdfast.flashsale.sale.SaleStore;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.security.SecurityRequirement;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.Writer;
import java.net.URI;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** What admins may do with sales. */
@RestController
@RequestMapping("/api/v1/admin/sales")
@Tag(name = "Admin")
@SecurityRequirement(name = "admin")
class AdminController {

  private static final int MOST_DEAD_LETTERS = 1000;

  private final AdminDesk desk;
  private final SaleStore store;
  private final Orders orders;
  private final Reconciler reconciler;

  AdminController(AdminDesk desk, SaleStore store, Orders orders, Reconciler reconciler) {
    this.desk = desk;
    this.store = store;
    this.orders = orders;
    this.reconciler = reconciler;
  }

  /**
   * All sales.
   *
   * @param sales newest first
   */
  record AdminSaleList(List<AdminSaleView> sales) {}

  /**
   * Why to pause.
   *
   * @param reason in words, for buyers to see
   */
  record Pause(@Nullable String reason) {}

  /**
   * How many more.
   *
   * @param units 1 or more
   */
  record Restock(@Nullable Integer units) {}

  /**
   * How to reconcile.
   *
   * @param repair whether to put right what is wrong
   */
  record Reconcile(@Nullable Boolean repair) {}

  /**
   * What could not be written.
   *
   * @param deadLetters newest first
   */
  record DeadLetterList(List<DeadLetter> deadLetters) {}

  @GetMapping
  @Operation(summary = "All sales, with what buyers do not see")
  AdminSaleList list() {
    return new AdminSaleList(desk.list());
  }

  @PostMapping
  @Operation(summary = "Make a sale")
  ResponseEntity<AdminSaleView> create(@RequestBody SaleWish wish) {
    Sale sale = desk.create(wish.check());
    return ResponseEntity.created(URI.create("/api/v1/sales/" + sale.id())).body(desk.view(sale));
  }

  @PostMapping("/{sale}/open")
  @Operation(summary = "Open it now if it has not begun, and end a pause")
  AdminSaleView open(@PathVariable long sale) {
    return desk.view(desk.open(sale));
  }

  @PostMapping("/{sale}/pause")
  @Operation(summary = "Sell nothing until it is opened again")
  AdminSaleView pause(@PathVariable long sale, @RequestBody(required = false) @Nullable Pause why) {
    String reason = why == null || why.reason() == null ? "paused by an operator" : why.reason();
    if (reason.isBlank() || reason.length() > 200) {
      throw Problem.of(ProblemType.INVALID_REQUEST, "reason: expected 1 to 200 characters");
    }
    return desk.view(desk.pause(sale, reason));
  }

  @PostMapping("/{sale}/close")
  @Operation(summary = "End it for good")
  AdminSaleView close(@PathVariable long sale) {
    return desk.view(desk.close(sale));
  }

  @PostMapping("/{sale}/restock")
  @Operation(summary = "Add units, also while it runs")
  AdminSaleView restock(@PathVariable long sale, @RequestBody Restock more) {
    Integer units = more.units();
    if (units == null || units < 1 || units > SaleWish.MOST_UNITS) {
      throw Problem.of(
          ProblemType.INVALID_REQUEST,
          "units: expected a whole number from 1 to " + SaleWish.MOST_UNITS);
    }
    return desk.view(desk.restock(sale, units));
  }

  @PostMapping("/{sale}/reconcile")
  @Operation(summary = "Compare Redis with the database; repair only while paused")
  Books reconcile(@PathVariable long sale, @RequestBody(required = false) @Nullable Reconcile how) {
    store.get(sale);
    return how != null && Boolean.TRUE.equals(how.repair())
        ? desk.repair(sale)
        : reconciler.look(sale);
  }

  @GetMapping("/{sale}/dead-letters")
  @Operation(summary = "Entries that could not become orders")
  DeadLetterList deadLetters(@PathVariable long sale) {
    store.get(sale);
    return new DeadLetterList(orders.deadLetters(sale, MOST_DEAD_LETTERS));
  }

  @GetMapping(path = "/{sale}/orders.csv", produces = "text/csv")
  @Operation(summary = "All orders as CSV")
  void export(@PathVariable long sale, HttpServletResponse response) throws IOException {
    store.get(sale);
    response.setContentType("text/csv;charset=UTF-8");
    response.setHeader(
        "Content-Disposition", "attachment; filename=\"sale-" + sale + "-orders.csv\"");
    Writer csv = response.getWriter();
    orders.export(sale, csv);
    csv.flush();
  }
}
