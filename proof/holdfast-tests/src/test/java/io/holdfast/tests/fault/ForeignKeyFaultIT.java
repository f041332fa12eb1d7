package io.holdfast.tests.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.DistributedLock;
import io.holdfast.Lease;
import io.holdfast.LeaseLoss.Reason;
import io.holdfast.LeaseLostException;
import io.holdfast.LeaseOptions;
import io.holdfast.ServerErrorException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Somebody else's data stands under the lock's name. It is named and left alone. */
class ForeignKeyFaultIT extends OneServerFixture {

  private enum Foreign {
    STRING("SET %s v"),
    LIST("RPUSH %s v"),
    SET("SADD %s v"),
    ZSET("ZADD %s 1 v"),
    STREAM("XADD %s * f v");

    private final String command;

    Foreign(String command) {
      this.command = command;
    }

    String type() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  private void write(Foreign foreign) {
    server.command("DEL", name);
    server.command(foreign.command.formatted(name).split(" ", -1));
  }

  private void assertLeftAlone(Foreign foreign) {
    assertThat(server.command("TYPE", name)).isEqualTo(foreign.type());
  }

  @AfterEach
  void giveTheNameBack() {
    server.command("DEL", name);
  }

  private static List<ThrowingCallable> forms(DistributedLock lock) {
    return List.of(
        lock::acquire,
        lock::tryAcquire,
        () -> lock.tryAcquire(PATIENCE),
        lock::lock,
        lock::lockInterruptibly,
        lock::tryLock,
        () -> lock.tryLock(1, TimeUnit.MINUTES),
        lock::isLocked,
        lock::remainingLeaseTime,
        lock::inspect,
        lock::forceRelease);
  }

  @ParameterizedTest
  @EnumSource(Foreign.class)
  void everyForm_onAForeignKey_failsAndNamesItsType(Foreign foreign) {
    DistributedLock alices = alice(LONG).lock(name);
    write(foreign);
    for (ThrowingCallable form : forms(alices)) {
      assertThatThrownBy(form)
          .isExactlyInstanceOf(ServerErrorException.class)
          .hasMessageStartingWith("lock '" + name + "': ")
          .hasMessageContaining("holds a " + foreign.type())
          .hasMessageContaining("choose another lock name");
    }
    CompletableFuture<Lease> async = alices.acquireAsync();
    assertThatThrownBy(() -> await(async))
        .cause()
        .isExactlyInstanceOf(ServerErrorException.class)
        .hasMessageContaining("holds a " + foreign.type());
    assertLeftAlone(foreign);
    assertThat(alices.holdCount()).isZero();
  }

  @Test
  void everyForm_onAHashThatIsNoLock_failsAndLeavesIt() {
    DistributedLock alices = alice(LONG).lock(name);
    server.command("HSET", name, "field", "1", "", "2", "-", "3");
    for (ThrowingCallable form : forms(alices)) {
      assertThatThrownBy(form)
          .isInstanceOf(ServerErrorException.class)
          .hasMessageContaining(name)
          .hasMessageContaining("hash of another kind");
    }
    assertThat(server.command("HGETALL", name)).isEqualTo(List.of("field", "1", "", "2", "-", "3"));
  }

  @Test
  void acquire_onARedissonReadWriteLock_failsAndLeavesItAlone() {
    DistributedLock alices = alice(LONG).lock(name);
    server.command("HSET", name, "mode", "read", "other:1", "1");
    assertThatThrownBy(alices::acquire)
        .isInstanceOf(ServerErrorException.class)
        .hasMessageContaining("read/write");
    assertThat(server.command("HLEN", name)).isEqualTo(2L);
  }

  @Test
  void acquire_onALockWithoutExpiry_waitsAndIsServedByForce() throws Exception {
    DistributedLock alices = alice(LONG).lock(name);
    server.command("HSET", name, "other:1", "1");
    CompletableFuture<Lease> async = alices.acquireAsync();
    awaitListening(server);
    assertThat(bob(LONG).lock(name).forceRelease()).isTrue();
    granted(await(async)).close();
  }

  @ParameterizedTest
  @EnumSource(Foreign.class)
  void heldLock_overwritten_isToldByTheRenewal(Foreign foreign) throws Exception {
    Lease lease = granted(alice(Duration.ofMillis(1_500)).lock(name).acquire());
    write(foreign);
    assertThat(await(lease.lost()).reason()).isEqualTo(Reason.RENEWAL_REFUSED);
    assertThatThrownBy(lease::close).isInstanceOf(LeaseLostException.class);
    assertLeftAlone(foreign);
  }

  @ParameterizedTest
  @EnumSource(Foreign.class)
  void heldLock_overwritten_isToldByUnlockAndByRenew(Foreign foreign) throws Exception {
    DistributedLock alices = alice(LONG).lock(name);
    alices.lock();
    write(foreign);
    assertThatThrownBy(alices::unlock).isInstanceOf(LeaseLostException.class);
    server.command("DEL", name);

    Lease lease = granted(alices.acquire(LeaseOptions.fixed(LONG)));
    write(foreign);
    assertThatThrownBy(() -> lease.renew(LONG))
        .isInstanceOf(LeaseLostException.class)
        .hasMessageContaining(name);
    lease.close(); // it has been told
    assertLeftAlone(foreign);
  }
}
