package io.holdfast.flashsale.web;

import io.holdfast.flashsale.events.Feed;
import io.holdfast.flashsale.events.Feed.Moment;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.databind.json.JsonMapper;

/** What is on sale. */
@RestController
@RequestMapping("/api/v1/sales")
@Tag(name = "Buyers")
class SaleController {

  private final Catalogue catalogue;
  private final Callers callers;
  private final Limits limits;
  private final Streams streams;
  private final JsonMapper json;

  SaleController(
      Catalogue catalogue, Callers callers, Limits limits, Streams streams, JsonMapper json) {
    this.catalogue = catalogue;
    this.callers = callers;
    this.limits = limits;
    this.streams = streams;
    this.json = json;
  }

  /**
   * All sales.
   *
   * @param serverTime now
   * @param sales newest first
   */
  record SaleList(Instant serverTime, List<SaleView> sales) {}

  @GetMapping
  @Operation(summary = "All sales, newest first")
  SaleList list() {
    return new SaleList(catalogue.now(), catalogue.all());
  }

  @GetMapping("/{sale}")
  @Operation(summary = "One sale")
  SaleView get(@PathVariable long sale, HttpServletRequest request) {
    return catalogue.get(sale, () -> limits.passAddress(callers.address(request)));
  }

  @GetMapping(path = "/{sale}/events", produces = MediaType.TEXT_EVENT_STREAM_VALUE)
  @Operation(summary = "Follow a sale: server-sent events 'sale'")
  void events(@PathVariable long sale, HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    SaleView first = get(sale, request);
    Feed feed = () -> {
      SaleView view = catalogue.get(Long.parseLong(first.id()), () -> {});
      return new Moment(view.look(), json.writeValueAsString(view), false);
    };
    streams.open("sale:" + sale, "sale", feed, true, request, response);
  }
}
