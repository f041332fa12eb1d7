package io.holdfast.flashsale.sandbox;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.holdfast.flashsale.signing.WebhookSignature;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Sends the sandbox's webhooks over HTTP, signed. One that does not arrive is not repeated. Thread-safe. */
public final class HttpNotices implements Notices {

  private static final Logger LOG = LoggerFactory.getLogger(HttpNotices.class);
  private static final Duration LIMIT = Duration.ofSeconds(5);

  private final Supplier<URI> target;
  private final WebhookSignature signature;
  private final HttpClient http = HttpClient.newBuilder()
      .version(HttpClient.Version.HTTP_1_1)
      .connectTimeout(LIMIT)
      .build();

  /**
   * To that address.
   *
   * @param target asked for when the first one is sent
   */
  public HttpNotices(Supplier<URI> target, WebhookSignature signature) {
    this.target = target;
    this.signature = signature;
  }

  @Override
  public void send(Notice notice, Duration after) {
    CompletableFuture.delayedExecutor(after.toMillis(), TimeUnit.MILLISECONDS)
        .execute(() -> send(notice));
  }

  private void send(Notice notice) {
    byte[] body = ("{\"attempt\":\"" + notice.attempt() + "\",\"outcome\":\"" + notice.outcome()
            + "\",\"amountCents\":" + notice.amountCents() + "}")
        .getBytes(UTF_8);
    HttpRequest request = HttpRequest.newBuilder(target.get())
        .timeout(LIMIT)
        .header("Content-Type", "application/json")
        .header(WebhookSignature.HEADER, signature.sign(body))
        .POST(BodyPublishers.ofByteArray(body))
        .build();
    CompletableFuture<?> unused = http.sendAsync(request, BodyHandlers.discarding())
        .whenComplete((response, failure) -> {
          if (failure != null || response.statusCode() != 204) {
            LOG.info("a webhook of the sandbox about {} got lost", notice.attempt(), failure);
          }
        });
  }
}
