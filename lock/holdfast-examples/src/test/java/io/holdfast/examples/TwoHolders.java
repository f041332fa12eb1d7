package io.holdfast.examples;

import static io.holdfast.testkit.Eventually.eventually;

import io.holdfast.Holdfast;
import io.holdfast.Lease;
import io.holdfast.LeaseOptions;
import io.holdfast.testkit.RedisServer;
import java.time.Duration;

/**
 * Two clients of one lock, at the moment that matters: alice's lease has run out without her noticing,
 * bob has the lock now, and she is about to go on.
 */
final class TwoHolders implements AutoCloseable {

  private final RedisServer server = RedisServer.start();
  private final Holdfast alices = Holdfast.connect(server.uri());
  private final Holdfast bobs = Holdfast.connect(server.uri());
  private final Lease alice;

  TwoHolders() throws InterruptedException {
    this.alice = alices.lock("sku:42").acquire(LeaseOptions.fixed(Duration.ofMillis(100)));
  }

  String uri() {
    return server.uri();
  }

  /** Alice's token, first hers alone and then, once {@link #bob()} was called, a stale one. */
  long alice() {
    return alice.token();
  }

  /** Waits until alice's lease is over and gives the lock to bob. */
  long bob() throws InterruptedException {
    eventually("alice's lease runs out", () -> !alice.isHeld());
    return bobs.lock("sku:42").acquire().token();
  }

  @Override
  public void close() {
    bobs.close();
    alices.close();
    server.close();
  }
}
