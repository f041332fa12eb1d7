package io.holdfast.flashsale.web;

import io.holdfast.flashsale.door.UserTokens;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Somebody who sends requests to an instance.
 *
 * @param instance to which one
 * @param user who, if a user
 * @param headers names and values, alternately, of every request
 */
record Caller(WebInstance instance, String user, List<String> headers) {

  private static final HttpClient HTTP = HttpClient.newHttpClient();

  /**
   * What came back.
   *
   * @param response with its status and headers
   */
  record Reply(HttpResponse<String> response) {

    int status() {
      return response.statusCode();
    }

    String body() {
      return response.body();
    }

    JsonNode json() {
      return JsonMapper.shared().readTree(body());
    }

    String text(String member) {
      return json().path(member).asString("");
    }

    /** The short name of the problem it is; a success has none. */
    String problem() {
      String type =
          header("Content-Type").startsWith("application/problem+json") ? text("type") : "";
      return type.replace("/problems/", "");
    }

    String header(String name) {
      return response.headers().firstValue(name).orElse("");
    }
  }

  /** Somebody without a token. */
  static Caller anybody(WebInstance instance) {
    return new Caller(instance, "", List.of());
  }

  static Caller admin(WebInstance instance) {
    return anybody(instance).with("Authorization", "Bearer " + WebInstance.ADMIN);
  }

  /** A user nobody has heard of before. */
  static Caller user(WebInstance instance) {
    String user = "u-" + UUID.randomUUID();
    String token = new UserTokens(WebInstance.SECRET, InstantSource.system()).issue(user);
    return new Caller(instance, user, List.of("Authorization", "Bearer " + token));
  }

  /** The same, at another instance. */
  Caller at(WebInstance other) {
    return new Caller(other, user, headers);
  }

  /** The same, with one header more on every request. */
  Caller with(String name, String value) {
    List<String> more = new ArrayList<>(headers);
    more.addAll(List.of(name, value));
    return new Caller(instance, user, more);
  }

  HttpRequest request(String method, String path, @Nullable String body) {
    HttpRequest.Builder request = HttpRequest.newBuilder(instance.uri(path))
        .method(method, body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
    if (body != null) {
      request.header("Content-Type", "application/json");
    }
    if (path.startsWith("/api/v1/admin") && !headers.contains("Idempotency-Key")) {
      request.header("Idempotency-Key", UUID.randomUUID().toString());
    }
    if (!headers.isEmpty()) {
      request.headers(headers.toArray(String[]::new));
    }
    return request.build();
  }

  Reply send(String method, String path, @Nullable String body) {
    return send(request(method, path, body));
  }

  static Reply send(HttpRequest request) {
    try {
      return new Reply(HTTP.send(request, BodyHandlers.ofString()));
    } catch (IOException e) {
      throw new IllegalStateException(request + " failed", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  Reply get(String path) {
    return send("GET", path, null);
  }

  Reply post(String path, String body) {
    return send("POST", path, body);
  }

  /** Buys one, with a key of its own. */
  Reply buy(String sale) {
    return buy(sale, UUID.randomUUID().toString(), 1);
  }

  Reply buy(String sale, String key, int quantity) {
    return with("Idempotency-Key", key)
        .post("/api/v1/sales/" + sale + "/orders", "{\"quantity\":" + quantity + "}");
  }

  CompletableFuture<Reply> sendAsync(String method, String path) {
    return sendAsync(method, path, null);
  }

  CompletableFuture<Reply> buyAsync(String sale, String key) {
    return with("Idempotency-Key", key)
        .sendAsync("POST", "/api/v1/sales/" + sale + "/orders", "{\"quantity\":1}");
  }

  CompletableFuture<Reply> getAsync(String path) {
    return sendAsync("GET", path, null);
  }

  CompletableFuture<Reply> sendAsync(String method, String path, @Nullable String body) {
    return HTTP.sendAsync(request(method, path, body), BodyHandlers.ofString())
        .thenApply(Reply::new);
  }

  /** As an admin, makes a sale that is open; its id. */
  String open(int rung, int total) {
    return sale(rung, total, 1, Instant.now().minusSeconds(1), Instant.now().plusSeconds(3600));
  }

  /** As an admin, makes a sale; its id. */
  String sale(int rung, int total, int perUser, Instant opensAt, Instant endsAt) {
    Reply made = post("/api/v1/admin/sales", """
        {"name":"Tea \\"pot\\"","rung":%d,"priceCents":19900,"perUser":%d,"total":%d,"opensAt":"%s","endsAt":"%s"}""".formatted(rung, perUser, total, opensAt, endsAt));
    if (made.status() != 201) {
      throw new IllegalStateException(made.status() + " " + made.body());
    }
    return made.text("id");
  }
}
