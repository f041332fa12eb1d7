package io.holdfast.spring.shedlock;

import static io.holdfast.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.Holdfast;
import io.holdfast.testkit.RedisServer;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import net.javacrumbs.shedlock.core.ExtensibleLockProvider;
import net.javacrumbs.shedlock.core.SimpleLock;
import net.javacrumbs.shedlock.test.support.AbstractExtensibleLockProviderIntegrationTest;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** ShedLock's own contract. */
class HoldfastLockProviderContractIT extends AbstractExtensibleLockProviderIntegrationTest {

  private static final Duration LEASE = Duration.ofSeconds(2);

  private static RedisServer server;
  private static Holdfast holdfast;

  @BeforeAll
  static void start() {
    server = RedisServer.start();
    holdfast = Holdfast.connect(server.uri());
  }

  @AfterAll
  static void stop() {
    holdfast.close();
    server.close();
  }

  @AfterEach
  void forgetLocks() {
    for (String name : List.copyOf(server.keys())) {
      holdfast.lock(name).forceRelease();
    }
  }

  @Override
  protected ExtensibleLockProvider getLockProvider() {
    return new HoldfastLockProvider(holdfast);
  }

  /** With a lease longer than the contract's 50 ms: on a busy machine an answer may take that long. */
  @Test
  @Override
  public void shouldTimeout() {
    assertThat(getLockProvider().lock(lockConfig(LOCK_NAME1, LEASE, Duration.ZERO)))
        .isPresent();
    assertUnlocked(LOCK_NAME1);
    assertThat(getLockProvider().lock(lockConfig(LOCK_NAME1, LEASE, Duration.ZERO)))
        .isPresent();
  }

  /** As above; the contract's is 2 ms. */
  @Test
  @Override
  public void shouldNotBeAbleToExtendExpiredLock() {
    Optional<SimpleLock> lock =
        getLockProvider().lock(lockConfig(LOCK_NAME1, LEASE, Duration.ZERO));
    assertThat(lock).isPresent();
    assertUnlocked(LOCK_NAME1);
    assertThat(lock.get().extend(Duration.ofSeconds(10), Duration.ZERO)).isEmpty();
    assertUnlocked(LOCK_NAME1);
  }

  /** A lease is at least 10 ms long, also where the contract asks for 1 ms. */
  @Override
  protected void assertUnlocked(String lockName) {
    eventually(() -> assertThat(server.keys()).doesNotContain(lockName));
  }

  @Override
  protected void assertLocked(String lockName) {
    assertThat(server.keys()).contains(lockName);
  }
}
