package io.holdfast.flashsale.demo.load;

import io.holdfast.flashsale.demo.DemoStage;
import io.holdfast.flashsale.demo.instance.InstanceProcess;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * PostgreSQL goes away when a quarter of the stock is accepted; the writer is killed while the rest is, and
 * again as soon as there is another one.
 */
final class KillsAndOutage implements Happening {

  private static final Duration WRITER_LIMIT = Duration.ofSeconds(60);

  private final DemoStage stage;
  private final LoadOptions options;

  KillsAndOutage(DemoStage stage, LoadOptions options) {
    this.stage = stage;
    this.options = options;
  }

  @Override
  public void during(long saleId, Counts counts, Consumer<String> news)
      throws InterruptedException {
    Happening.awaitAccepted(counts, options.stock() / 4);
    CompletableFuture<Void> outage = CompletableFuture.runAsync(() -> stopPostgres(counts, news));
    WriterSearch search = new WriterSearch(stage.fleet().instances(), saleId);
    for (int i = 1; i <= options.killWriter(); i++) {
      Happening.awaitAccepted(
          counts, (int) ((long) options.stock() * i / (options.killWriter() + 1)));
      InstanceProcess writer = writer(search);
      writer.kill();
      news.accept("killed " + writer.name() + ", which wrote the orders, at " + counts.accepted()
          + " accepted");
    }
    outage.join();
  }

  private static InstanceProcess writer(WriterSearch search) throws InterruptedException {
    long deadline = System.nanoTime() + WRITER_LIMIT.toNanos();
    Optional<InstanceProcess> writer = search.find();
    while (writer.isEmpty()) {
      if (System.nanoTime() - deadline > 0) {
        throw new IllegalStateException(
            "no writer to kill within " + WRITER_LIMIT.toSeconds() + " s");
      }
      TimeUnit.MILLISECONDS.sleep(20);
      writer = search.find();
    }
    return writer.get();
  }

  private void stopPostgres(Counts counts, Consumer<String> news) {
    if (options.stopPostgresSeconds() == 0) {
      return;
    }
    stage.servers().postgres().stop();
    news.accept("PostgreSQL is away, at " + counts.accepted() + " accepted");
    try {
      TimeUnit.SECONDS.sleep(options.stopPostgresSeconds());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // it comes back at once
    }
    stage.servers().postgres().start();
    news.accept("PostgreSQL is back after " + options.stopPostgresSeconds() + " s");
  }
}
