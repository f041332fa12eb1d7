package io.holdfast.flashsale.demo.load;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.UUID;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What an operator does over HTTP. Thread-safe. */
public final class AdminApi {

  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final Duration LIMIT = Duration.ofSeconds(10);

  private final HttpClient http = HttpClient.newBuilder().connectTimeout(LIMIT).build();
  private final URI base;
  private final String token;

  /** At this instance, with this token. */
  public AdminApi(URI base, String token) {
    this.base = base;
    this.token = token;
  }

  /**
   * Creates a sale; returns its id.
   *
   * @param opensIn from now
   */
  public long create(String name, int rung, int total, Duration opensIn, Duration lasts)
      throws IOException, InterruptedException {
    Instant opensAt = Instant.now().plus(opensIn);
    return post(
            "/api/v1/admin/sales",
            Map.of(
                "name",
                name,
                "rung",
                rung,
                "priceCents",
                19_900,
                "perUser",
                1,
                "total",
                total,
                "opensAt",
                opensAt.toString(),
                "endsAt",
                opensAt.plus(lasts).toString()))
        .get("id")
        .asLong();
  }

  /** All sales, newest first. */
  public JsonNode sales() throws IOException, InterruptedException {
    return send(request("/api/v1/admin/sales").GET()).get("sales");
  }

  /** Opens it, or ends its pause. */
  public JsonNode open(long sale) throws IOException, InterruptedException {
    return post("/api/v1/admin/sales/" + sale + "/open", Map.of());
  }

  private JsonNode post(String path, Map<String, ?> body) throws IOException, InterruptedException {
    return send(request(path)
        .header("Idempotency-Key", UUID.randomUUID().toString())
        .POST(BodyPublishers.ofString(JSON.writeValueAsString(body))));
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(base.resolve(path))
        .timeout(LIMIT)
        .header("Authorization", "Bearer " + token)
        .header("Content-Type", "application/json");
  }

  private JsonNode send(HttpRequest.Builder request) throws IOException, InterruptedException {
    HttpResponse<String> response = http.send(request.build(), BodyHandlers.ofString());
    if (response.statusCode() / 100 != 2) {
      throw new IOException(
          response.uri() + " answered " + response.statusCode() + ": " + response.body());
    }
    return JSON.readTree(response.body());
  }
}
