package io.holdfast.flashsale.demo.load;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.Flow;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * People who only look: each asks for all sales every five seconds and follows one sale, as the page does. Whoever is
 * cut off comes back after a moment. Thread-safe.
 */
final class OnLookers implements AutoCloseable {

  private static final long POLL_MILLIS = 5_000;
  private static final long BACK_AFTER_MILLIS = 1_000;

  private final List<URI> uris;
  private final long saleId;
  private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor();
  private final HttpClient http = HttpClient.newBuilder()
      .version(HttpClient.Version.HTTP_1_1)
      .connectTimeout(Duration.ofSeconds(5))
      .build();
  private final LongAdder polls = new LongAdder();
  private final LongAdder events = new LongAdder();
  private final LongAdder failed = new LongAdder();
  private volatile boolean isOver;

  OnLookers(List<URI> uris, long saleId, int people) {
    this.uris = uris;
    this.saleId = saleId;
    for (int i = 0; i < people; i++) {
      int number = i;
      Future<?> unused = clock.scheduleAtFixedRate(
          () -> poll(number), i * POLL_MILLIS / people, POLL_MILLIS, TimeUnit.MILLISECONDS);
      follow(number);
    }
  }

  private HttpRequest.Builder get(int number, String path) {
    return HttpRequest.newBuilder(uris.get(number % uris.size()).resolve(path));
  }

  private void poll(int number) {
    CompletableFuture<?> unused = http.sendAsync(
            get(number, "/api/v1/sales").timeout(Duration.ofSeconds(15)).build(),
            BodyHandlers.discarding())
        .handle((reply, failure) -> {
          (isGood(reply) ? polls : failed).increment();
          return null;
        });
  }

  private static boolean isGood(@Nullable HttpResponse<?> reply) {
    return reply != null && reply.statusCode() == 200;
  }

  private void follow(int number) {
    if (isOver) {
      return;
    }
    HttpRequest request = get(number, "/api/v1/sales/" + saleId + "/events")
        .header("Accept", "text/event-stream")
        .build();
    CompletableFuture<?> unused = http.sendAsync(
            request, BodyHandlers.fromLineSubscriber(new Lines()))
        .handle((reply, failure) -> {
          if (!isOver) {
            Future<?> unused2 =
                clock.schedule(() -> follow(number), BACK_AFTER_MILLIS, TimeUnit.MILLISECONDS);
          }
          return null;
        });
  }

  private final class Lines implements Flow.Subscriber<String> {

    @Override
    public void onSubscribe(Flow.Subscription subscription) {
      subscription.request(Long.MAX_VALUE);
    }

    @Override
    public void onNext(String line) {
      if (line.startsWith("data:")) {
        events.increment();
      }
    }

    @Override
    public void onError(Throwable cutOff) {}

    @Override
    public void onComplete() {}
  }

  /** What they saw. */
  String summary() {
    return String.format(
        "%,d lists and %,d events seen, %,d lists not", polls.sum(), events.sum(), failed.sum());
  }

  @Override
  public void close() {
    isOver = true;
    clock.shutdownNow();
  }
}
