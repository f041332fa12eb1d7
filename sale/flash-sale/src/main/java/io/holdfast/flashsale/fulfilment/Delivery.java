package io.holdfast.flashsale.fulfilment;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.holdfast.flashsale.buying.OrderId;
import io.holdfast.flashsale.ladder.Point;
import io.holdfast.flashsale.ladder.Points;
import io.holdfast.flashsale.signing.WebhookSignature;
import io.holdfast.flashsale.work.BoundedPool;
import io.holdfast.flashsale.work.DueWork;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Sends what is in the outbox to a webhook until it says that it has it (2xx). Thread-safe. */
public final class Delivery {

  private static final int TURNS = 3;

  private final Outbox outbox;
  private final URI target;
  private final WebhookSignature signature;
  private final Duration limit;
  private final Points points;
  private final HttpClient http;

  /**
   * Delivery to that address.
   *
   * @param limit how long it may take to answer
   */
  public Delivery(
      Outbox outbox, URI target, WebhookSignature signature, Duration limit, Points points) {
    this.outbox = outbox;
    this.target = target;
    this.signature = signature;
    this.limit = limit;
    this.points = points;
    this.http = HttpClient.newBuilder()
        .version(HttpClient.Version.HTTP_1_1)
        .connectTimeout(limit)
        .build();
  }

  /** The worker that does so. One that is dead loses its event after three times the limit for an answer. */
  public DueWork<OutboxEvent> worker(BoundedPool pool, DueWork.Patience patience) {
    return new DueWork<>(
        "fulfilment", outbox.due(limit.multipliedBy(TURNS)), pool, patience, this::send);
  }

  private @Nullable String send(OutboxEvent event) throws IOException, InterruptedException {
    long sale = OrderId.parse(event.order()).saleId();
    points.passed(Point.DELIVERY_BEGUN, sale);
    byte[] body = event.json().getBytes(UTF_8);
    int status = http.send(
            HttpRequest.newBuilder(target)
                .timeout(limit)
                .header("Content-Type", "application/json")
                .header(WebhookSignature.HEADER, signature.sign(body))
                .POST(BodyPublishers.ofByteArray(body))
                .build(),
            BodyHandlers.discarding())
        .statusCode();
    if (status / 100 != 2) {
      return target + " answered " + status;
    }
    points.passed(Point.DELIVERED, sale);
    outbox.delivered(event);
    return null;
  }
}
