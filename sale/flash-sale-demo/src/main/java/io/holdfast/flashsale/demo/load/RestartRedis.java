package io.holdfast.flashsale.demo.load;

import io.holdfast.testkit.RedisServer;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Redis takes a snapshot when a tenth of the stock is accepted, and is killed at a sixth. It comes back with what the snapshot
 * has. What else is to happen, happens when it sells again.
 */
final class RestartRedis implements Happening {

  private final RedisServer redis;
  private final int stock;
  private final Happening afterwards;

  RestartRedis(RedisServer redis, int stock, Happening afterwards) {
    this.redis = redis;
    this.stock = stock;
    this.afterwards = afterwards;
  }

  @Override
  public void during(long saleId, Counts counts, Consumer<String> news)
      throws InterruptedException {
    Happening.awaitAccepted(counts, stock / 10);
    redis.command("SAVE");
    news.accept("Redis has taken a snapshot, at " + counts.accepted() + " accepted");
    Happening.awaitAccepted(counts, stock / 6);
    redis.kill();
    int accepted = counts.accepted();
    long killed = System.nanoTime();
    redis.restart();
    news.accept("Redis was killed and is back from its snapshot, at " + accepted + " accepted");
    Happening.awaitAccepted(counts, Math.min(stock, accepted + Math.max(1, stock / 100)));
    news.accept("the sale goes on, " + TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - killed)
        + " ms after the kill");
    afterwards.during(saleId, counts, news);
  }
}
