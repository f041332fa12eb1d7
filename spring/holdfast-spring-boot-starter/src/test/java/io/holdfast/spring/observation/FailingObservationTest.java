package io.holdfast.spring.observation;

import static io.holdfast.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.DistributedLock;
import io.holdfast.Holdfast;
import io.holdfast.HoldfastClosedException;
import io.holdfast.Lease;
import io.holdfast.LeaseLostException;
import io.holdfast.spring.metrics.LimitedGroups;
import io.holdfast.spring.metrics.LockGroups;
import io.holdfast.testkit.memory.InMemoryServer;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.observation.ObservationRegistry;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Whatever the application's observers throw, and wherever: a caller gets its lock, and nobody else keeps it. */
class FailingObservationTest {

  /** Where code of the application's runs while a lock is observed. */
  enum Place {
    GROUPS,
    PREDICATE,
    SUPPORTS,
    START,
    ERROR,
    FILTER,
    STOP
  }

  private static final Duration SHORT = Duration.ofMillis(1);

  private final InMemoryServer server = new InMemoryServer();
  private final Holdfast inner = server.connect();
  private final Holdfast bob = server.connect();
  private final AtomicInteger thrown = new AtomicInteger();

  @AfterEach
  void close() {
    inner.close();
    bob.close();
  }

  static Stream<Arguments> everywhere() {
    return Arrays.stream(Place.values())
        .flatMap(place -> Arrays.stream(WayToThrow.values()).map(way -> Arguments.of(place, way)));
  }

  private Holdfast failing(Holdfast client, Place place, WayToThrow way) {
    ObservationRegistry registry = ObservationRegistry.create();
    registry
        .observationConfig()
        .observationPredicate((name, context) -> {
          fail(place == Place.PREDICATE, way);
          return true;
        })
        .observationFilter(context -> {
          fail(place == Place.FILTER, way);
          return context;
        })
        .observationHandler(handler(place, way));
    LockGroups groups = name -> {
      fail(place == Place.GROUPS, way);
      return "all";
    };
    return new ObservedHoldfast(client, registry, new LimitedGroups(groups, 64));
  }

  private ObservationHandler<Observation.Context> handler(Place place, WayToThrow way) {
    return new ObservationHandler<>() {
      @Override
      public boolean supportsContext(Observation.Context context) {
        fail(place == Place.SUPPORTS, way);
        return true;
      }

      @Override
      public void onStart(Observation.Context context) {
        fail(place == Place.START, way);
      }

      @Override
      public void onError(Observation.Context context) {
        fail(place == Place.ERROR, way);
      }

      @Override
      public void onStop(Observation.Context context) {
        fail(place == Place.STOP, way);
      }
    };
  }

  private void fail(boolean isHere, WayToThrow way) {
    if (isHere) {
      thrown.incrementAndGet();
      way.doThrow();
    }
  }

  private static <T> T get(CompletableFuture<T> future) throws Exception {
    return future.get(5, TimeUnit.SECONDS);
  }

  @ParameterizedTest
  @MethodSource("everywhere")
  void everyForm_observerThrows_grantedAndReleased(Place place, WayToThrow way) throws Exception {
    DistributedLock lock = failing(inner, place, way).lock("a");

    lock.acquire().close();
    lock.tryAcquire(SHORT).orElseThrow().close();
    get(get(lock.acquireAsync()).releaseAsync());
    get(get(lock.tryAcquireAsync(SHORT)).orElseThrow().releaseAsync());
    lock.acquire().leave();
    server.flush();
    lock.lock();
    assertThat(lock.isHeldByCurrentThread()).isTrue();
    lock.unlock();
    assertThat(lock.tryLock()).isTrue();
    lock.unlock();

    assertThat(inner.activities()).isEmpty();
    assertThat(server.keys()).isEmpty();
    assertThat(thrown.get() > 0).as("it failed at all").isEqualTo(place != Place.ERROR);
  }

  @ParameterizedTest
  @MethodSource("everywhere")
  void everyForm_observerThrows_callerIsToldItsOwnOutcome(Place place, WayToThrow way)
      throws Exception {
    DistributedLock lock = failing(inner, place, way).lock("a");
    try (Lease bobs = bob.lock("a").acquire()) {
      assertThat(lock.tryAcquire()).isEmpty();
      assertThat(get(lock.tryAcquireAsync(SHORT))).isEmpty();
      assertThat(lock.tryLock()).isFalse();
      assertThat(bobs.isHeld()).isTrue();
    }
    Lease lost = lock.acquire();
    inner.lock("a").forceRelease();
    eventually(() -> assertThat(lost.isHeld()).isFalse());
    assertThatThrownBy(lost::close).isInstanceOf(LeaseLostException.class);
    inner.close();
    assertThatThrownBy(lock::acquire).isInstanceOf(HoldfastClosedException.class);
    assertThatThrownBy(() -> get(lock.acquireAsync()))
        .hasCauseInstanceOf(HoldfastClosedException.class);
    assertThatThrownBy(lock::lock).isInstanceOf(HoldfastClosedException.class);
    assertThat(thrown).as("it failed at all").hasPositiveValue();
  }

  @SuppressWarnings("unchecked") // of the interface's own type
  private static <T> T proxy(Class<T> type, java.lang.reflect.InvocationHandler handler) {
    return (T) Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler);
  }

  /** A client whose leases cannot be watched: {@code lost()} throws. */
  private Holdfast unwatchable() {
    Lease lease = proxy(Lease.class, (self, method, arguments) -> switch (method.getName()) {
      case "lockName", "toString" -> "a";
      case "token" -> 1L;
      default -> throw new NoSuchMethodError(method.getName());
    });
    DistributedLock lock =
        proxy(DistributedLock.class, (self, method, arguments) -> switch (method.getName()) {
          case "name" -> "a";
          case "acquire" -> lease;
          case "tryAcquire" -> Optional.of(lease);
          case "acquireAsync" -> CompletableFuture.completedFuture(lease);
          case "tryAcquireAsync" -> CompletableFuture.completedFuture(Optional.of(lease));
          case "isHeldByCurrentThread" -> false;
          case "tryLock" -> true;
          case "current" -> Optional.of(lease);
          default -> throw new UnsupportedOperationException(method.getName());
        });
    return proxy(Holdfast.class, (self, method, arguments) -> lock);
  }

  @Test
  void lease_thatCannotBeObserved_isHandedOutBare() throws Exception {
    DistributedLock lock = failing(unwatchable(), Place.STOP, WayToThrow.ERROR).lock("a");
    Lease bare = lock.acquire();
    assertThat(bare).isNotInstanceOf(ObservedLease.class);
    assertThat(lock.tryAcquire()).containsSame(bare);
    assertThat(get(lock.acquireAsync())).isSameAs(bare);
    assertThat(get(lock.tryAcquireAsync(SHORT))).containsSame(bare);
    assertThat(lock.tryLock()).isTrue();
  }
}
