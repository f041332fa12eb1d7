package io.holdfast.tests.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.DistributedLock;
import io.holdfast.Lease;
import io.holdfast.LeaseLoss.Reason;
import io.holdfast.LeaseLostException;
import io.holdfast.ServerErrorException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Somebody else's data stands under the lock's name. It is named and left alone. */
class ForeignKeyFaultIT extends OneServerFixture {

  @ParameterizedTest
  @CsvSource({
    "string, SET %s v",
    "list, RPUSH %s v",
    "set, SADD %s v",
    "zset, ZADD %s 1 v",
    "stream, XADD %s * f v"
  })
  void everyForm_onAForeignKey_failsAndNamesItsType(String type, String command) throws Exception {
    DistributedLock alices = alice(LONG).lock(name);
    server.command(command.formatted(name).split(" ", -1));
    assertThatThrownBy(alices::acquire).satisfies(e -> assertNamed(type, e));
    assertThatThrownBy(() -> alices.tryAcquire(PATIENCE)).satisfies(e -> assertNamed(type, e));
    assertThatThrownBy(alices::tryLock).satisfies(e -> assertNamed(type, e));
    assertThatThrownBy(alices::lock).satisfies(e -> assertNamed(type, e));
    assertThatThrownBy(alices::isLocked).satisfies(e -> assertNamed(type, e));
    assertThatThrownBy(alices::inspect).satisfies(e -> assertNamed(type, e));
    assertThatThrownBy(alices::forceRelease)
        .isInstanceOf(ServerErrorException.class)
        .hasMessageContaining(name)
        .hasMessageContaining(type);
    CompletableFuture<Lease> async = alices.acquireAsync();
    assertThatThrownBy(() -> await(async))
        .satisfies(e -> assertThat(e.getCause()).satisfies(cause -> assertNamed(type, cause)));
    assertThat(server.command("TYPE", name)).isEqualTo(type);
    server.command("DEL", name);
  }

  private void assertNamed(String type, Throwable e) {
    assertThat(e)
        .isInstanceOf(ServerErrorException.class)
        .hasMessageContaining(name)
        .hasMessageContaining("a " + type);
  }

  @Test
  void acquire_onARedissonReadWriteLock_failsAndLeavesItAlone() throws Exception {
    DistributedLock alices = alice(LONG).lock(name);
    server.command("HSET", name, "mode", "read", "other:1", "1");
    assertThatThrownBy(alices::acquire)
        .isInstanceOf(ServerErrorException.class)
        .hasMessageContaining("read/write");
    assertThat(server.command("HLEN", name)).isEqualTo(2L);
    server.command("DEL", name);
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

  @Test
  void heldLock_overwrittenByAForeignKey_isToldAndLeavesItAlone() throws Exception {
    Lease lease = granted(alice(Duration.ofMillis(1_500)).lock(name).acquire());
    server.command("SET", name, "v");
    assertThat(await(lease.lost()).reason()).isEqualTo(Reason.RENEWAL_REFUSED);
    assertThatThrownBy(lease::close).isInstanceOf(LeaseLostException.class);
    assertThat(server.command("GET", name)).isEqualTo("v");
    server.command("DEL", name);
  }

  @Test
  void heldLock_overwrittenByAForeignKey_isToldByTheRelease() throws Exception {
    Lease lease = granted(alice(LONG).lock(name).acquire());
    server.command("SET", name, "v");
    assertThatThrownBy(lease::close).isInstanceOf(LeaseLostException.class);
    assertThat(server.command("GET", name)).isEqualTo("v");
    server.command("DEL", name);
  }
}
