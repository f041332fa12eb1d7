package io.holdfast.interop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.Lease;
import io.holdfast.LeaseLostException;
import io.holdfast.LockState;
import io.holdfast.ServerErrorException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.redisson.api.RLock;

/** What one side sees of a lock that the other one holds. */
@OnEveryBackend
class ViewIT extends InteropFixture {

  private static final Duration NEARLY_ALL = LEASE.minusSeconds(10);

  ViewIT(Backend backend) {
    super(backend);
  }

  @Test
  void theirHold_seenByUs_isLockedByAStranger() throws Exception {
    bob.run(() -> theirs.lock(LEASE.toSeconds(), TimeUnit.SECONDS));

    assertThat(ours.isLocked()).isTrue();
    assertThat(ours.isHeldByCurrentThread()).isFalse();
    assertThat(ours.holdCount()).isZero();
    assertThat(ours.remainingLeaseTime()).isBetween(NEARLY_ALL, LEASE);
    assertThat(ours.tryAcquire()).isEmpty();
    assertThat(ours.tryLock()).isFalse();
    LockState state = ours.inspect().orElseThrow();
    assertThat(state.lockName()).isEqualTo(name);
    assertThat(state.holder()).isEqualTo(redisson.getId() + ":" + bob.threadId());
    assertThat(state.since()).isEmpty();
    assertThat(state.baseToken()).isZero();
    Instant now = Instant.now();
    assertThat(state.until().orElseThrow()).isBetween(now.plus(NEARLY_ALL), now.plus(LEASE));
    assertThatThrownBy(ours::unlock).isInstanceOf(IllegalMonitorStateException.class);

    bob.run(theirs::unlock);
    assertThat(ours.isLocked()).isFalse();
    assertThat(ours.remainingLeaseTime()).isZero();
    assertThat(ours.inspect()).isEmpty();
  }

  @Test
  void theirReentrantHold_unlockedOnce_stillKeepsUsOut() throws Exception {
    bob.run(theirs::lock);
    bob.run(theirs::lock);
    bob.run(theirs::unlock);
    assertThat(ours.tryAcquire()).isEmpty();
    bob.run(theirs::unlock);
    ours.tryAcquire().orElseThrow().close();
  }

  @Test
  void ourReentrantHold_unlockedOnce_stillKeepsThemOut() throws Exception {
    ours.lock();
    ours.lock();
    ours.unlock();
    assertThat(bob.call(() -> theirs.tryLock())).isFalse();
    ours.unlock();
    assertThat(bob.call(() -> theirs.tryLock())).isTrue();
    bob.run(theirs::unlock);
  }

  @Test
  void ourHold_seenByThem_isLockedByAStranger() throws Exception {
    try (Lease lease = ours.acquire()) {
      assertThat(theirs.isLocked()).isTrue();
      assertThat(theirs.isHeldByCurrentThread()).isFalse();
      assertThat(theirs.getHoldCount()).isZero();
      assertThat(Duration.ofMillis(theirs.remainTimeToLive())).isBetween(NEARLY_ALL, LEASE);
      assertThat(theirs.tryLock()).isFalse();
      assertThatThrownBy(theirs::unlock).isInstanceOf(IllegalMonitorStateException.class);

      lease.renew(Duration.ofSeconds(5));
      assertThat(Duration.ofMillis(theirs.remainTimeToLive()))
          .isLessThanOrEqualTo(Duration.ofSeconds(5));
      assertThat(lease.isHeld()).isTrue();
    }
    assertThat(theirs.isLocked()).isFalse();
    assertThat(theirs.remainTimeToLive()).isEqualTo(-2);
  }

  /** A number in that place would make Redisson's read/write scripts count down from it inside the server. */
  @Test
  void ourHold_asStored_isOneFieldThatIsNoNumber() throws Exception {
    try (Lease lease = ours.acquire()) {
      List<String> stored = stored(name);
      assertThat(stored).hasSize(2);
      assertThat(stored.get(0)).matches("[0-9a-f-]{36}:\\d+");
      assertThat(stored.get(1)).matches("t\\d{16}");
      assertThat(backend.nodeOf(name).command("PTTL", name))
          .asString()
          .satisfies(millis -> assertThat(Long.parseLong(millis))
              .isBetween(NEARLY_ALL.toMillis(), LEASE.toMillis()));
      assertThat(lease.isHeld()).isTrue();
    }
  }

  /** Not supported, as with Redisson's own locks: they get in, and we are told. The server must survive it. */
  @Test
  void theirReadLock_onANameWeHold_doesNotHangTheServer() throws Exception {
    RLock readLock = redisson.getReadWriteLock(name).readLock();
    Lease lease = ours.acquire();
    bob.run(() -> {
      if (readLock.tryLock()) {
        readLock.unlock();
      }
    });
    assertThat(backend.nodeOf(name).command("PING")).isEqualTo("PONG");
    assertThatThrownBy(lease::close).isInstanceOf(LeaseLostException.class);
  }

  @Test
  void theirReadWriteLock_ofTheSameName_isRefusedByName() throws Exception {
    for (RLock foreign : List.of(
        redisson.getReadWriteLock(name).readLock(),
        redisson.getReadWriteLock(name).writeLock())) {
      bob.run(foreign::lock);
      assertRefused(() -> ours.acquire().close());
      assertRefused(() -> ours.tryAcquire().ifPresent(Lease::close));
      assertRefused(() -> ours.tryAcquire(Duration.ofSeconds(10)).ifPresent(Lease::close));
      assertRefused(() -> ours.lock());
      assertThat(foreign.isLocked()).isTrue();
      bob.run(foreign::unlock);
      ours.acquire().close();
    }
  }

  private void assertRefused(Actor.Action attempt) {
    assertThatThrownBy(attempt::run)
        .isInstanceOf(ServerErrorException.class)
        .hasMessageContaining(name)
        .hasMessageContaining("read/write lock");
  }
}
