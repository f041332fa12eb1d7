package io.holdfast.spring.integration;

import static io.holdfast.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.Holdfast;
import io.holdfast.LeaseLostException;
import io.holdfast.LockUnavailableException;
import io.holdfast.testkit.RedisServer;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.integration.leader.Context;
import org.springframework.integration.leader.DefaultCandidate;
import org.springframework.integration.support.leader.LockRegistryLeaderInitiator;
import org.springframework.integration.support.locks.ExpirableLockRegistry;
import org.springframework.integration.support.locks.LockRegistry;
import org.springframework.integration.support.locks.RenewableLockRegistry;

/** Run twice by the build: as compiled, on Spring Integration 6.5, and the same class files on 7. */
class HoldfastLockRegistryIT {

  private static final Duration LEASE = Duration.ofSeconds(3);

  private RedisServer server;
  private Holdfast alices;
  private Holdfast bobs;
  private HoldfastLockRegistry alice;
  private HoldfastLockRegistry bob;

  @SuppressWarnings("NullAway.Init")
  HoldfastLockRegistryIT() {}

  @BeforeEach
  void start() {
    server = RedisServer.start();
    alices = client();
    bobs = client();
    alice = new HoldfastLockRegistry(alices, "orders:");
    bob = new HoldfastLockRegistry(bobs, "orders:");
  }

  private Holdfast client() {
    return Holdfast.builder()
        .uri(server.uri())
        .leaseTime(LEASE)
        .unavailableAfter(Duration.ofSeconds(2))
        .build();
  }

  @AfterEach
  void stop() {
    server.resume();
    bobs.close();
    alices.close();
    server.close();
  }

  /** Takes the lock away and waits until its holder knows. */
  private void takeAway(String key) {
    bobs.lock("orders:" + key).forceRelease();
    eventually(() ->
        assertThatThrownBy(() -> alice.renewLock(key)).isInstanceOf(LeaseLostException.class));
  }

  @Test
  void library_isTheOneThisRunIsFor() {
    String expected = System.getProperty("holdfast.expected-spring-integration", "6.5");
    assertThat(LockRegistry.class
            .getProtectionDomain()
            .getCodeSource()
            .getLocation()
            .getPath())
        .contains("spring-integration-core")
        .contains(expected);
  }

  @Test
  void everyMethod_ofTheLibrarysInterfaces_isThere() throws Exception {
    List<Method> methods = new ArrayList<>();
    methods.addAll(List.of(RenewableLockRegistry.class.getMethods()));
    methods.addAll(List.of(ExpirableLockRegistry.class.getMethods()));
    for (Method method : methods) {
      Method ours =
          HoldfastLockRegistry.class.getMethod(method.getName(), method.getParameterTypes());
      assertThat(Modifier.isAbstract(ours.getModifiers())).as("%s", method).isFalse();
    }
  }

  @Test
  void lock_heldElsewhere_isRefusedUntilUnlocked() throws Exception {
    Lock alicesLock = alice.obtain("42");
    Lock bobsLock = bob.obtain("42");
    alicesLock.lock();
    assertThat(server.keys()).containsExactly("orders:42");
    assertThat(bobsLock.tryLock()).isFalse();
    assertThat(bobsLock.tryLock(10, TimeUnit.MILLISECONDS)).isFalse();
    alicesLock.lockInterruptibly(); // re-entered
    alicesLock.unlock();
    assertThat(bobsLock.tryLock()).isFalse();
    alice.obtain("42").unlock(); // another object of the same key is the same lock
    assertThat(bobsLock.tryLock(10, TimeUnit.SECONDS)).isTrue();
    bobsLock.unlock();
    assertThat(server.keys()).isEmpty();
  }

  @Test
  void executeLocked_holdsTheLockMeanwhile() throws Exception {
    LockRegistry registry = alice;
    registry.executeLocked("42", () -> assertThat(bob.obtain("42").tryLock()).isFalse());
    assertThat(server.keys()).isEmpty();
  }

  @Test
  void renewLock_held_isFine_notHeld_isSaid() throws Exception {
    assertThatThrownBy(() -> alice.renewLock("42"))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("orders:42");
    Lock lock = alice.obtain("42");
    lock.lock();
    alice.renewLock("42");
    HoldfastLockRegistry.class
        .getMethod("renewLock", Object.class, Duration.class)
        .invoke(alice, "42", Duration.ofSeconds(1));
    alice.expireUnusedOlderThan(0);
    alice.renewLock("42");
    lock.unlock();
  }

  @Test
  void lost_everyCallSaysSo_untilUnlocked() {
    Lock lock = alice.obtain("42");
    lock.lock();
    lock.lock();
    takeAway("42");
    assertThatThrownBy(lock::lock).isInstanceOf(LeaseLostException.class);
    assertThatThrownBy(lock::lockInterruptibly).isInstanceOf(LeaseLostException.class);
    assertThatThrownBy(lock::tryLock).isInstanceOf(LeaseLostException.class);
    assertThatThrownBy(() -> lock.tryLock(1, TimeUnit.SECONDS))
        .isInstanceOf(LeaseLostException.class);
    assertThat(server.keys()).as("not taken again in silence").isEmpty();
    assertThatThrownBy(lock::unlock).isInstanceOf(LeaseLostException.class);
    assertThatThrownBy(lock::tryLock).isInstanceOf(LeaseLostException.class);
    assertThatThrownBy(lock::unlock).isInstanceOf(LeaseLostException.class);
    assertThat(lock.tryLock()).as("all unlocked: a new hold").isTrue();
    lock.unlock();
    assertThatThrownBy(lock::unlock)
        .isInstanceOf(IllegalMonitorStateException.class)
        .isNotInstanceOf(LeaseLostException.class);
  }

  @Test
  void server_silent_isNotRefused() {
    Lock lock = alice.obtain("42");
    server.pause();
    assertThatThrownBy(lock::tryLock).isInstanceOf(LockUnavailableException.class);
  }

  @Test
  void key_thatReadsDifferentlyInEachProcess_isRefused() {
    assertThatThrownBy(() -> alice.obtain(new Object()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("java.lang.Object");
    alice.obtain(42L);
    alice.obtain(new UUID(1, 2));
    alice.obtain(TimeUnit.DAYS);
    assertThatThrownBy(() -> alice.obtain("42").newCondition())
        .isInstanceOf(UnsupportedOperationException.class);
  }

  // ---- with the library's own leader initiator

  /** Notes what it is told. */
  private static final class Witness extends DefaultCandidate {
    private final List<String> told;

    Witness(String id, List<String> told) {
      super(id, "leader");
      this.told = told;
    }

    @Override
    public void onGranted(Context context) {
      told.add(getId() + " granted");
    }

    @Override
    public void onRevoked(Context context) {
      told.add(getId() + " revoked");
    }
  }

  private static LockRegistryLeaderInitiator initiator(
      HoldfastLockRegistry registry, String id, List<String> told) {
    LockRegistryLeaderInitiator initiator =
        new LockRegistryLeaderInitiator(registry, new Witness(id, told));
    initiator.setHeartBeatMillis(20);
    initiator.setBusyWaitMillis(300);
    return initiator;
  }

  @Test
  void leaderInitiator_leaderStops_theOtherLeads() throws Exception {
    List<String> told = new CopyOnWriteArrayList<>();
    LockRegistryLeaderInitiator first = initiator(alice, "alice", told);
    LockRegistryLeaderInitiator second = initiator(bob, "bob", told);
    first.start();
    eventually(() -> assertThat(told).containsExactly("alice granted"));
    second.start();
    first.destroy();
    eventually(() -> assertThat(told).contains("alice revoked", "bob granted"));
    second.destroy();
    eventually(() -> assertThat(told).contains("bob revoked"));
    eventually(() -> assertThat(server.keys()).isEmpty());
  }

  @Test
  void leaderInitiator_lockTakenAway_isRevokedAlthoughTheLockIsFree() throws Exception {
    List<String> told = new CopyOnWriteArrayList<>();
    LockRegistryLeaderInitiator initiator = initiator(alice, "alice", told);
    initiator.start();
    eventually(() -> assertThat(told).containsExactly("alice granted"));
    bobs.lock("orders:leader").forceRelease(); // and nobody takes it
    eventually(
        () -> assertThat(told).containsExactly("alice granted", "alice revoked", "alice granted"));
    assertThat(server.keys()).containsExactly("orders:leader");
    initiator.destroy();
    eventually(() -> assertThat(server.keys()).isEmpty());
  }
}
