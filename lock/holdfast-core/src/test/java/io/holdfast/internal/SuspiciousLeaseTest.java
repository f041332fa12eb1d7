package io.holdfast.internal;

import static io.holdfast.internal.Scene.seconds;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.DistributedLock;
import io.holdfast.Lease;
import io.holdfast.LeaseOptions;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.slf4j.event.Level;

/** Leases that nobody ends, and threads that wait for their own: the log says so, and where it began. */
class SuspiciousLeaseTest {

  private final Scene scene = Scene.open();

  private List<String> warnings() {
    return scene.log.lines(Level.WARN);
  }

  private void renewFor(Duration time) {
    for (long left = time.toSeconds(); left > 0; left--) {
      scene.advance(seconds(1));
      while (scene.gateway.open() > 0) {
        scene.gateway.take("renew").renewed();
      }
    }
  }

  @Test
  void lease_renewedForTenMinutes_warnsOnceWithItsOrigin() {
    Lease lease = scene.held("a");
    renewFor(Duration.ofMinutes(9));
    assertThat(warnings()).isEmpty();
    renewFor(Duration.ofMinutes(30));
    assertThat(warnings())
        .singleElement()
        .asString()
        .contains("lock 'a' (token " + lease.token() + ") has been held for PT10M")
        .contains("thread '" + Thread.currentThread().getName() + "'")
        .contains("it was asked for here");
  }

  @Test
  void lease_fixed_isNotWarnedOf() {
    Lease lease = scene.held("a", LeaseOptions.fixed(Duration.ofMinutes(30)));
    scene.advance(Duration.ofMinutes(20));
    assertThat(lease.isHeld()).isTrue();
    assertThat(warnings()).isEmpty();
  }

  @Test
  void leader_inOfficeForLong_isNotWarnedOf() {
    var unused = scene.client.leader("a").onGained(term -> {}).campaign();
    scene.gateway.take("acquire").granted(scene.stamp());
    renewFor(Duration.ofMinutes(30));
    assertThat(warnings()).isEmpty();
  }

  @Test
  void thread_waitsForItsOwnLease_isWarnedOfOnce_andOfItsAgeToo() throws Exception {
    CompletableFuture<Optional<Lease>> waits = new CompletableFuture<>();
    DistributedLock lock = scene.lock("a");
    Thread thread = new Thread(
        () -> {
          try {
            Lease unused = lock.acquire();
            waits.complete(lock.tryAcquire(Duration.ofHours(1)));
          } catch (InterruptedException e) {
            waits.completeExceptionally(e);
          }
        },
        "forgetful");
    thread.start();
    scene.gateway.await("acquire").granted(scene.stamp());
    scene.log.await(Level.WARN, "is waited for by the thread that has it");
    renewFor(Duration.ofMinutes(11));
    assertThat(warnings())
        .hasSize(2)
        .allMatch(line -> line.contains("thread 'forgetful'") && line.contains("asked for here"))
        .anyMatch(line -> line.contains("is waited for by the thread that has it"))
        .anyMatch(line -> line.contains("has been held for PT10M"));
    thread.interrupt();
    thread.join(SECONDS.toMillis(30));
    assertThat(waits).isCompletedExceptionally();
  }
}
