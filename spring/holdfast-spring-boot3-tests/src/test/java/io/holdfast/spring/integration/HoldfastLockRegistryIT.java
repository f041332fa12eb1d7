package io.holdfast.spring.integration;

import static io.holdfast.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.Holdfast;
import io.holdfast.LeaseLostException;
import io.holdfast.LockUnavailableException;
import io.holdfast.testkit.Caller;
import io.holdfast.testkit.RedisServer;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.time.Duration;
import java.util.ArrayList;
import java.util.ConcurrentModificationException;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.aot.hint.MemberCategory;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;
import org.springframework.aot.hint.TypeReference;
import org.springframework.aot.hint.predicate.RuntimeHintsPredicates;
import org.springframework.core.io.support.SpringFactoriesLoader;
import org.springframework.integration.leader.Context;
import org.springframework.integration.leader.DefaultCandidate;
import org.springframework.integration.support.leader.LockRegistryLeaderInitiator;
import org.springframework.integration.support.locks.ExpirableLockRegistry;
import org.springframework.integration.support.locks.LockRegistry;
import org.springframework.integration.support.locks.RenewableLockRegistry;
import org.springframework.util.ClassUtils;

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
        .keyPrefix("shop:") // as an application may have; the registry's own follows it
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
    eventually(() -> assertThatThrownBy(() -> alice.renewLock(key))
        .isInstanceOf(IllegalStateException.class)
        .hasCauseInstanceOf(LeaseLostException.class));
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
    assertThat(server.keys()).containsExactly("shop:orders:42");
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
    alice.renewLock("42", Duration.ofSeconds(1));
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
    assertUnlockTellsTheLoss(lock);
    assertThatThrownBy(lock::tryLock).isInstanceOf(LeaseLostException.class);
    assertUnlockTellsTheLoss(lock);
    assertThat(lock.tryLock()).as("all unlocked: a new hold").isTrue();
    lock.unlock();
    assertThatThrownBy(lock::unlock).isInstanceOf(IllegalStateException.class);
  }

  private static void assertUnlockTellsTheLoss(Lock lock) {
    assertThatThrownBy(lock::unlock)
        .isInstanceOf(ConcurrentModificationException.class)
        .hasCauseInstanceOf(LeaseLostException.class);
  }

  @Test
  void unlock_byAnotherThread_isRefusedAndChangesNothing() throws Exception {
    Lock lock = alice.obtain("42");
    lock.lock();
    Caller<String> stranger = Caller.start(() -> {
      lock.unlock();
      return "unlocked";
    });
    assertThatThrownBy(stranger::outcome)
        .hasStackTraceContaining("IllegalStateException")
        .hasStackTraceContaining("orders:42");
    assertThat(server.keys()).containsExactly("shop:orders:42");
    lock.unlock();
  }

  @Test
  void obtain_sameKey_sameObject() {
    Lock lock = alice.obtain("42");
    assertThat(alice.obtain("42")).isSameAs(lock).isEqualTo(lock).hasSameHashCodeAs(lock);
    assertThat(alice.obtain(42)).as("reads the same").isSameAs(lock);
    assertThat(alice.obtain("43")).isNotEqualTo(lock);
    assertThat(bob.obtain("42")).isNotEqualTo(lock);
    assertThat(lock).hasToString("Lock[shop:orders:42]");
  }

  // ---- a lease time per call

  /** What Spring Integration 7 shows the locks' own methods by. */
  private static Class<?> timedType() {
    return ClassUtils.isPresent(TimedLocks.TYPE, null)
        ? ClassUtils.resolveClassName(TimedLocks.TYPE, null)
        : RegistryLock.class;
  }

  private static void lock(Lock lock, Duration time) throws Exception {
    timedType().getMethod("lock", Duration.class).invoke(lock, time);
  }

  private static boolean tryLock(Lock lock, Duration wait, Duration time) throws Exception {
    return (Boolean) Objects.requireNonNull(
        timedType().getMethod("tryLock", Duration.class, Duration.class).invoke(lock, wait, time));
  }

  private long remainingMillis() {
    return (Long) Objects.requireNonNull(server.command("PTTL", "shop:orders:42"));
  }

  @Test
  void locks_areOfTheLibrarysTypeWithALeaseTime_whereItHasOne() {
    boolean hasOne = System.getProperty("holdfast.expected-spring-integration") != null;
    assertThat(timedType() != RegistryLock.class).isEqualTo(hasOne);
    assertThat(alice.obtain("42")).isInstanceOf(timedType());
  }

  @Test
  void locks_ofTheLibrarysType_areKeptInANativeImage() {
    RuntimeHints hints = new RuntimeHints();
    SpringFactoriesLoader.forResourceLocation("META-INF/spring/aot.factories")
        .load(RuntimeHintsRegistrar.class)
        .forEach(one -> one.registerHints(hints, getClass().getClassLoader()));
    boolean hasOne = timedType() != RegistryLock.class;
    assertThat(RuntimeHintsPredicates.proxies()
            .forInterfaces(TypeReference.of(TimedLocks.TYPE))
            .test(hints))
        .isEqualTo(hasOne);
    assertThat(RuntimeHintsPredicates.reflection()
            .onType(RegistryLock.class)
            .withMemberCategory(MemberCategory.INVOKE_PUBLIC_METHODS)
            .test(hints))
        .isEqualTo(hasOne);
  }

  @Test
  void lockFor_isNotRenewed_endsAndIsTold() throws Exception {
    Lock lock = alice.obtain("42");
    lock(lock, Duration.ofSeconds(1));
    assertThat(remainingMillis()).isBetween(1L, 1_000L);
    assertThat(tryLock(bob.obtain("42"), Duration.ofSeconds(10), Duration.ofMinutes(1)))
        .isTrue();
    assertThat(remainingMillis()).isGreaterThan(30_000);
    assertThatThrownBy(lock::lock).isInstanceOf(LeaseLostException.class);
    assertUnlockTellsTheLoss(lock);
    assertThat(tryLock(lock, Duration.ZERO, LEASE)).as("bob's").isFalse();
    bob.obtain("42").unlock();
    assertThat(server.keys()).isEmpty();
  }

  @Test
  void lockFor_reentered_isHeldUntilUnlockedAsOften() throws Exception {
    Lock lock = alice.obtain("42");
    lock(lock, Duration.ofMinutes(1));
    lock.lock();
    assertThat(lock.tryLock()).isTrue();
    assertThat(tryLock(lock, Duration.ZERO, Duration.ofSeconds(1))).isTrue();
    assertThat(remainingMillis()).as("the time of the first").isGreaterThan(30_000);
    lock.unlock();
    lock.unlock();
    lock.unlock();
    assertThat(bob.obtain("42").tryLock()).isFalse();
    lock.unlock();
    assertThat(server.keys()).isEmpty();
  }

  @Test
  void renewLock_ofAHoldWithATime_isForThatTimeOrAnother() throws Exception {
    Lock lock = alice.obtain("42");
    lock(lock, Duration.ofMinutes(1));
    alice.renewLock("42", Duration.ofMinutes(10));
    assertThat(remainingMillis()).isGreaterThan(Duration.ofMinutes(5).toMillis());
    alice.renewLock("42");
    assertThat(remainingMillis()).isLessThanOrEqualTo(Duration.ofMinutes(1).toMillis());
    lock.unlock();
  }

  @Test
  void lockFor_interruptedWhileItWaits_goesOnWaitingAndKeepsTheFlag() throws Exception {
    Lock bobs = bob.obtain("42");
    bobs.lock();
    Lock lock = alice.obtain("42");
    CompletableFuture<Boolean> interrupted = new CompletableFuture<>();
    Thread waiting = new Thread(() -> {
      try {
        lock(lock, Duration.ofMinutes(1));
        interrupted.complete(Thread.interrupted());
        lock.unlock();
      } catch (Exception e) {
        interrupted.completeExceptionally(e);
      }
    });
    waiting.start();
    eventually("alice waits", () -> server.channels().size() == 1);
    waiting.interrupt();
    eventually("the interrupt has been seen", () -> !waiting.isInterrupted());
    assertThat(interrupted).isNotDone();
    bobs.unlock();
    assertThat(interrupted.get(10, TimeUnit.SECONDS)).isTrue();
    waiting.join();
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
    assertThat(server.keys()).containsExactly("shop:orders:leader");
    initiator.destroy();
    eventually(() -> assertThat(server.keys()).isEmpty());
  }
}
