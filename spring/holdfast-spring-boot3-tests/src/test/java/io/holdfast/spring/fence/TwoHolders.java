package io.holdfast.spring.fence;

import static io.holdfast.testkit.Eventually.eventually;

import io.holdfast.Holdfast;
import io.holdfast.Lease;
import io.holdfast.LeaseOptions;
import io.holdfast.testkit.RedisServer;
import java.time.Duration;

/** Two tokens of one lock on a real server: alice's lease has run out, bob has the lock now. */
final class TwoHolders implements AutoCloseable {

  private final RedisServer server = RedisServer.start();
  private final Holdfast alices = Holdfast.connect(server.uri());
  private final Holdfast bobs = Holdfast.connect(server.uri());
  private final long alice;
  private final long bob;

  TwoHolders() throws InterruptedException {
    Lease lease = alices.lock("sku:42").acquire(LeaseOptions.fixed(Duration.ofMillis(100)));
    alice = lease.token();
    eventually("alice's lease runs out", () -> !lease.isHeld());
    bob = bobs.lock("sku:42").acquire().token();
  }

  int port() {
    return server.port();
  }

  /** The stale one. */
  long alice() {
    return alice;
  }

  /** The one of whoever has the lock. */
  long bob() {
    return bob;
  }

  @Override
  public void close() {
    bobs.close();
    alices.close();
    server.close();
  }
}
