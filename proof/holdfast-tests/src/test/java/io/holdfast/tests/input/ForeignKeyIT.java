package io.holdfast.tests.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.DistributedLock;
import io.holdfast.Holdfast;
import io.holdfast.Lease;
import io.holdfast.LeaseLostException;
import io.holdfast.LeaseOptions;
import io.holdfast.ServerErrorException;
import io.holdfast.internal.HoldfastClient;
import io.holdfast.testkit.Eventually;
import io.holdfast.testkit.LeakCheck;
import io.holdfast.testkit.RedisServer;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A key of another type under the lock's name: its type is told, and it is left as it is. */
class ForeignKeyIT {

  private enum Foreign {
    STRING("SET sku:42 v"),
    LIST("RPUSH sku:42 v"),
    SET("SADD sku:42 v"),
    ZSET("ZADD sku:42 1 v"),
    STREAM("XADD sku:42 * f v");

    private final String command;

    Foreign(String command) {
      this.command = command;
    }

    String type() {
      return name().toLowerCase(Locale.ROOT);
    }

    void write() {
      server.command("DEL", NAME);
      server.command(command.split(" ", -1));
    }
  }

  private static final String NAME = "sku:42";

  private static RedisServer server;
  private Holdfast alice;
  private DistributedLock lock;
  private LeakCheck leaks;

  @BeforeAll
  static void start() {
    server = RedisServer.start();
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @BeforeEach
  void open() {
    leaks = LeakCheck.start();
    alice = Holdfast.builder()
        .uri(server.uri())
        .clientName("alice")
        .leaseTime(Duration.ofMillis(900))
        .build();
    lock = alice.lock(NAME);
  }

  @AfterEach
  void nothingIsLeft() {
    try {
      Eventually.eventually(() -> assertThat(((HoldfastClient) alice).activity())
          .isEqualTo("delegates 0, channels 0, watched 0, farewells 0, threads 0"));
    } finally {
      server.command("DEL", NAME);
      alice.close();
    }
    LeakCheck.assertNothingLeft(server, "alice");
    leaks.assertNoThreads("holdfast-timer", "holdfast-callback", "lettuce");
  }

  @ParameterizedTest
  @EnumSource(Foreign.class)
  void everyForm_namesTheType(Foreign foreign) {
    foreign.write();
    for (ThrowingCallable form : List.<ThrowingCallable>of(
        () -> lock.acquire(),
        () -> lock.tryAcquire(),
        () -> lock.tryAcquire(Duration.ofMinutes(1)),
        () -> lock.lock(),
        () -> lock.lockInterruptibly(),
        () -> lock.tryLock(),
        () -> lock.tryLock(1, TimeUnit.MINUTES),
        () -> lock.isLocked(),
        () -> lock.remainingLeaseTime(),
        () -> lock.inspect())) {
      assertThatThrownBy(form)
          .isExactlyInstanceOf(ServerErrorException.class)
          .hasMessage("lock '" + NAME + "': the key of this name holds a " + foreign.type()
              + ", expected nothing or a lock's hash; choose another lock name");
    }
    assertThatThrownBy(() -> lock.forceRelease())
        .isExactlyInstanceOf(ServerErrorException.class)
        .hasMessageContaining("lock '" + NAME + "'")
        .hasMessageContaining("holds a " + foreign.type())
        .hasMessageContaining("choose another lock name");
    assertThatThrownBy(() -> lock.acquireAsync().get(10, TimeUnit.SECONDS))
        .cause()
        .isExactlyInstanceOf(ServerErrorException.class)
        .hasMessageContaining("holds a " + foreign.type());
    assertThat(server.command("TYPE", NAME)).isEqualTo(foreign.type());
    assertThat(lock.holdCount()).isZero();
  }

  @ParameterizedTest
  @EnumSource(Foreign.class)
  void replacedWhileHeld_isTold(Foreign foreign) throws Exception {
    Lease lease = lock.acquire();
    foreign.write();
    lease.lost().toCompletableFuture().get(10, TimeUnit.SECONDS);
    assertThat(lease.isHeld()).isFalse();
    assertThatThrownBy(lease::ensureHeld).isInstanceOf(LeaseLostException.class);
    assertThat(server.command("TYPE", NAME)).isEqualTo(foreign.type());
    Eventually.eventually(
        () -> assertThat(((HoldfastClient) alice).activity()).contains("farewells 0"));
  }

  @ParameterizedTest
  @EnumSource(Foreign.class)
  void replacedWhileHeld_isToldByUnlockAndByRenew(Foreign foreign) throws Exception {
    lock.lock(Duration.ofMinutes(1));
    foreign.write();
    assertThatThrownBy(lock::unlock).isInstanceOf(LeaseLostException.class);
    server.command("DEL", NAME);

    Lease lease = lock.acquire(LeaseOptions.fixed(Duration.ofMinutes(1)));
    foreign.write();
    assertThatThrownBy(() -> lease.renew(Duration.ofSeconds(30)))
        .isInstanceOf(LeaseLostException.class)
        .hasMessageContaining(NAME);
    lease.close(); // it has been told
    assertThat(server.command("TYPE", NAME)).isEqualTo(foreign.type());
  }

  @Test
  void replacedAndRestored_theNextCallerIsServed() throws Exception {
    Foreign.STRING.write();
    assertThatThrownBy(() -> lock.acquire()).isInstanceOf(ServerErrorException.class);
    server.command("DEL", NAME);
    lock.acquire().close();
  }

  @Test
  void aHashThatIsNoLock_isNotTaken() {
    server.command("HSET", NAME, "field", "1");
    for (ThrowingCallable call : List.<ThrowingCallable>of(
        lock::tryLock, lock::acquire, lock::isLocked, lock::inspect, lock::forceRelease)) {
      assertThatThrownBy(call)
          .isInstanceOf(ServerErrorException.class)
          .hasMessageContaining(NAME)
          .hasMessageContaining("hash of another kind");
    }
    assertThat(server.command("HGETALL", NAME)).isEqualTo(List.of("field", "1"));
  }
}
