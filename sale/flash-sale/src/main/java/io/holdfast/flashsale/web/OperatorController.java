package io.holdfast.flashsale.web;

import static io.holdfast.flashsale.web.AdminGuard.asked;

import io.holdfast.flashsale.operating.Operator;
import io.holdfast.flashsale.sale.Sale;
import io.holdfast.flashsale.sale.SaleStore;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.security.SecurityRequirement;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import java.net.URI;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.PatchMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** What operators may change; each with a key, so that it can be asked for again without harm. */
@RestController
@RequestMapping("/api/v1/admin/sales")
@Tag(name = "Admin", description = "What changes a sale needs the header Idempotency-Key")
@SecurityRequirement(name = "admin")
class OperatorController {

  private final Operator operator;
  private final AdminDesk desk;
  private final SaleStore store;

  OperatorController(Operator operator, AdminDesk desk, SaleStore store) {
    this.operator = operator;
    this.desk = desk;
    this.store = store;
  }

  /**
   * Why to pause.
   *
   * @param reason in words, for buyers to see
   */
  record Pause(@Nullable String reason) {}

  /**
   * How many more, or fewer.
   *
   * @param units 1 or more
   */
  record Units(@Nullable Integer units) {

    int check() {
      if (units == null || units < 1 || units > SaleWish.MOST_UNITS) {
        throw Problem.of(
            ProblemType.INVALID_REQUEST,
            "units: expected a whole number from 1 to " + SaleWish.MOST_UNITS);
      }
      return units;
    }
  }

  /**
   * Which sale to delete.
   *
   * @param name the sale's, as a confirmation
   */
  record PurgeWish(@Nullable String name) {}

  @PostMapping
  @Operation(summary = "Make a sale")
  ResponseEntity<AdminSaleView> create(@RequestBody SaleWish wish, HttpServletRequest request) {
    return made(operator.create(asked(request, "create", null, wish), wish.check()));
  }

  @PostMapping("/{sale}/clone")
  @Operation(summary = "Make another one like it, at other times")
  ResponseEntity<AdminSaleView> clone(
      @PathVariable long sale, @RequestBody SaleWish wish, HttpServletRequest request) {
    SaleWish whole = wish.like(store.get(sale));
    return made(operator.create(asked(request, "clone", sale, wish), whole.check()));
  }

  private ResponseEntity<AdminSaleView> made(Sale sale) {
    return ResponseEntity.created(URI.create("/api/v1/sales/" + sale.id()))
        .body(desk.changed("created", sale));
  }

  @PatchMapping("/{sale}")
  @Operation(
      summary =
          "Change its name, limit, price or times, as far as buyers have been promised nothing else")
  AdminSaleView edit(
      @PathVariable long sale, @RequestBody SaleWish wish, HttpServletRequest request) {
    return desk.changed(
        "edited", operator.edit(asked(request, "edit", sale, wish), sale, wish.checkEdit()));
  }

  @PostMapping("/{sale}/open")
  @Operation(summary = "Open it now if it has not begun, and end a pause")
  AdminSaleView open(@PathVariable long sale, HttpServletRequest request) {
    return desk.changed("opened", operator.open(asked(request, "open", sale, null), sale));
  }

  @PostMapping("/{sale}/resume")
  @Operation(summary = "End a pause; it begins when it was to begin")
  AdminSaleView resume(@PathVariable long sale, HttpServletRequest request) {
    return desk.changed("resumed", operator.resume(asked(request, "resume", sale, null), sale));
  }

  @PostMapping("/{sale}/pause")
  @Operation(summary = "Sell nothing until it is opened or resumed")
  AdminSaleView pause(
      @PathVariable long sale,
      @RequestBody(required = false) @Nullable Pause why,
      HttpServletRequest request) {
    String reason = why == null || why.reason() == null ? "paused by an operator" : why.reason();
    if (reason.isBlank() || reason.length() > 200 || reason.indexOf('\0') >= 0) {
      throw Problem.of(ProblemType.INVALID_REQUEST, "reason: expected 1 to 200 characters");
    }
    return desk.changed("paused", operator.pause(asked(request, "pause", sale, why), sale, reason));
  }

  @PostMapping("/{sale}/close")
  @Operation(summary = "End it for good")
  AdminSaleView close(@PathVariable long sale, HttpServletRequest request) {
    return desk.changed("closed", operator.close(asked(request, "close", sale, null), sale));
  }

  @PostMapping("/{sale}/restock")
  @Operation(summary = "Add units, also while it runs")
  AdminSaleView restock(
      @PathVariable long sale, @RequestBody Units more, HttpServletRequest request) {
    return desk.changed(
        "restocked", operator.restock(asked(request, "restock", sale, more), sale, more.check()));
  }

  @PostMapping("/{sale}/lower")
  @Operation(summary = "Take units away that are neither sold nor reserved, also while it runs")
  AdminSaleView lower(
      @PathVariable long sale, @RequestBody Units fewer, HttpServletRequest request) {
    return desk.changed(
        "lowered", operator.lower(asked(request, "lower", sale, fewer), sale, fewer.check()));
  }

  @PostMapping("/{sale}/archive")
  @Operation(summary = "Put a closed sale out of sight")
  AdminSaleView archive(@PathVariable long sale, HttpServletRequest request) {
    return desk.changed("archived", operator.archive(asked(request, "archive", sale, null), sale));
  }

  @DeleteMapping("/{sale}")
  @Operation(summary = "Delete an archived sale for good, with all its orders")
  ResponseEntity<Void> purge(
      @PathVariable long sale, @RequestBody PurgeWish wish, HttpServletRequest request) {
    if (wish.name() == null) {
      throw Problem.of(ProblemType.INVALID_REQUEST, "name: expected that of the sale");
    }
    operator.purge(asked(request, "purge", sale, wish), sale, wish.name());
    return ResponseEntity.noContent().build();
  }
}
