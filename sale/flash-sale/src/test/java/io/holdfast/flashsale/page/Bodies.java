package io.holdfast.flashsale.page;

import java.time.Instant;

/** Bodies of the API, as short as tests like them. */
final class Bodies {

  private Bodies() {}

  static String sales(String... sales) {
    return "{\"serverTime\":\"$NOW\",\"sales\":[" + String.join(",", sales) + "]}";
  }

  static String sale(String state, int available, Instant opensAt, Instant endsAt) {
    return ("{\"id\":\"7\",\"name\":\"Lamp\",\"rung\":11,\"priceCents\":19900,\"perUser\":1,\"total\":100,\"available\":%d,"
            + "\"state\":\"%s\",\"pauseReason\":null,\"opensAt\":\"%s\",\"endsAt\":\"%s\",\"serverTime\":\"$NOW\"}")
        .formatted(available, state, opensAt, endsAt);
  }

  static String order(String status, Instant payBy) {
    return ("{\"id\":\"5b2c0a1e-0000-8000-8000-000000000001\",\"sale\":\"7\",\"saleName\":\"Lamp\",\"quantity\":1,"
            + "\"priceCents\":19900,\"status\":\"%s\",\"acceptedAt\":\"2026-01-01T00:00:00Z\",\"payBy\":\"%s\",\"left\":36}")
        .formatted(status, payBy);
  }

  static String rungs(String name) {
    return ("{\"rungs\":[{\"number\":1,\"name\":\"%s\",\"what\":\"w\",\"breaks\":\"b\",\"why\":\"y\",\"fault\":\"TOGETHER\","
            + "\"expected\":\"OVERSOLD\"}],\"faults\":[{\"name\":\"OWN\",\"what\":\"its own\"}]}")
        .formatted(name);
  }
}
