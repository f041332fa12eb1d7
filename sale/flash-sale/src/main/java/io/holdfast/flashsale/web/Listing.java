package io.holdfast.flashsale.web;

import io.holdfast.flashsale.sale.Sale;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;

/**
 * A sale with what answers to its buyers repeat.
 *
 * @param sale itself
 * @param json the members of an order that follow from the sale
 * @param notStarted for those who come too early
 */
record Listing(Sale sale, String json, Problem notStarted) {

  static Listing of(Sale sale) {
    String json = "\"sale\":\"" + sale.id() + "\",\"saleName\":"
        + JsonMapper.shared().writeValueAsString(sale.name()) + ",\"priceCents\":"
        + sale.priceCents();
    String opensAt = sale.opensAt().toString();
    Problem notStarted = Problem.of(
        ProblemType.SALE_NOT_STARTED, "it begins at " + opensAt, Map.of("opensAt", opensAt));
    return new Listing(sale, json, notStarted);
  }
}
