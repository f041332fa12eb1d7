package io.holdfast.spring.shedlock;

import static io.holdfast.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.Holdfast;
import io.holdfast.testkit.RedisServer;
import java.util.List;
import net.javacrumbs.shedlock.core.ExtensibleLockProvider;
import net.javacrumbs.shedlock.test.support.AbstractExtensibleLockProviderIntegrationTest;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;

/** ShedLock's own contract. */
class HoldfastLockProviderContractIT extends AbstractExtensibleLockProviderIntegrationTest {

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
