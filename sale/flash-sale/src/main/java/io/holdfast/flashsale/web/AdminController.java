package io.holdfast.flashsale.web;

import io.holdfast.flashsale.operating.AuditLog;
import io.holdfast.flashsale.operating.OperatorRequest;
import io.holdfast.flashsale.order.DeadLetter;
import io.holdfast.flashsale.order.Orders;
import io.holdfast.flashsale.reconcile.Books;
import io.holdfast.flashsale.reconcile.Reconciler;
import io.holdfast.flashsale.sale.SaleSearch;
import io.holdfast.flashsale.sale.SaleStore;
import io.holdfast.flashsale.web.AdminRecords.Rows;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.security.SecurityRequirement;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.Writer;
import java.util.List;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** What admins may look at. */
@RestController
@RequestMapping("/api/v1/admin")
@Tag(name = "Admin")
@SecurityRequirement(name = "admin")
class AdminController {

  private static final int MOST_DEAD_LETTERS = 1000;
  private static final int MOST_PAGES = 1_000_000;

  private final AdminDesk desk;
  private final SaleStore store;
  private final SaleSearch search;
  private final AdminRecords records;
  private final AuditLog audit;
  private final Orders orders;
  private final Reconciler reconciler;

  AdminController(
      AdminDesk desk, SaleStore store, Orders orders, Reconciler reconciler, DataSource database) {
    this.desk = desk;
    this.store = store;
    this.search = new SaleSearch(database);
    this.records = new AdminRecords(database);
    this.audit = new AuditLog(database);
    this.orders = orders;
    this.reconciler = reconciler;
  }

  /**
   * A page of sales.
   *
   * @param sales those that are not over first, newest first
   * @param page the first is 0
   * @param size how many a page has
   * @param total how many there are on all pages
   * @param you who asks
   */
  record AdminSaleList(List<AdminSaleView> sales, int page, int size, int total, You you) {}

  /**
   * Who asks.
   *
   * @param name as in the audit
   * @param role viewer or operator
   */
  record You(String name, String role) {}

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

  @GetMapping("/sales")
  @Operation(summary = "Sales, a page at a time, with what buyers do not see")
  AdminSaleList list(
      @RequestParam(defaultValue = "") String q,
      @RequestParam(defaultValue = "false") boolean archived,
      @RequestParam(defaultValue = "0") int page,
      @RequestParam(defaultValue = "50") int size,
      HttpServletRequest request) {
    within("page", page, 0, MOST_PAGES);
    within("size", size, 1, 200);
    SaleSearch.Found found = search.find(text("q", q), archived, page, size);
    var member = AdminGuard.member(request);
    return new AdminSaleList(
        desk.views(found.sales()),
        page,
        size,
        found.total(),
        new You(member.name(), member.role().name().toLowerCase(java.util.Locale.ROOT)));
  }

  @GetMapping("/sales/{sale}")
  @Operation(summary = "One sale, with what buyers do not see")
  AdminSaleView get(@PathVariable long sale) {
    return desk.view(store.get(sale));
  }

  @GetMapping("/sales/{sale}/orders")
  @Operation(summary = "Orders of a sale, newest first")
  Rows orders(
      @PathVariable long sale,
      @RequestParam(defaultValue = "") String q,
      @RequestParam(defaultValue = "") String status,
      @RequestParam(defaultValue = "0") int page) {
    store.get(sale);
    return records.orders(sale, text("q", q), text("status", status), page(page));
  }

  @GetMapping("/sales/{sale}/refunds")
  @Operation(summary = "Orders of a sale whose money goes back, newest first")
  Rows refunds(@PathVariable long sale, @RequestParam(defaultValue = "0") int page) {
    store.get(sale);
    return records.refunds(sale, page(page));
  }

  @GetMapping("/sales/{sale}/findings")
  @Operation(summary = "What the reconciliation found, newest first")
  Rows findings(@PathVariable long sale, @RequestParam(defaultValue = "0") int page) {
    store.get(sale);
    return records.findings(sale, page(page));
  }

  @GetMapping("/audit")
  @Operation(summary = "Who did what, newest first; of one sale or of all")
  Rows audit(
      @RequestParam(required = false) @Nullable Long sale,
      @RequestParam(defaultValue = "0") int page) {
    return records.audit(sale, page(page));
  }

  @PostMapping("/sales/{sale}/reconcile")
  @Operation(summary = "Compare Redis with the database; repair only while paused")
  Books reconcile(
      @PathVariable long sale,
      @RequestBody(required = false) @Nullable Reconcile how,
      HttpServletRequest request) {
    store.get(sale);
    if (how == null || !Boolean.TRUE.equals(how.repair())) {
      return reconciler.look(sale);
    }
    Books books = desk.repair(sale);
    String actor = AdminGuard.member(request).name();
    audit.note(
        new OperatorRequest(actor, "repair", null, "sale " + sale), sale, "DONE", books.detail());
    return books;
  }

  @GetMapping("/sales/{sale}/dead-letters")
  @Operation(summary = "Entries that could not become orders")
  DeadLetterList deadLetters(@PathVariable long sale) {
    store.get(sale);
    return new DeadLetterList(orders.deadLetters(sale, MOST_DEAD_LETTERS));
  }

  @GetMapping(path = "/sales/{sale}/orders.csv", produces = "text/csv")
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

  private static int page(int page) {
    return within("page", page, 0, MOST_PAGES);
  }

  private static int within(String what, int value, int least, int most) {
    if (value < least || value > most) {
      throw Problem.of(
          ProblemType.INVALID_REQUEST,
          what + ": expected a whole number from " + least + " to " + most);
    }
    return value;
  }

  private static String text(String what, String value) {
    if (value.length() > 200 || value.indexOf('\0') >= 0) {
      throw Problem.of(ProblemType.INVALID_REQUEST, what + ": expected at most 200 characters");
    }
    return value.strip();
  }
}
