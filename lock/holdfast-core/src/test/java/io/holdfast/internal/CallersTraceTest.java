package io.holdfast.internal;

import static io.holdfast.internal.Scene.millis;
import static io.holdfast.internal.Scene.seconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.holdfast.DistributedLock;
import io.holdfast.HoldfastClosedException;
import io.holdfast.Lease;
import io.holdfast.LeaseLostException;
import io.holdfast.LockUnavailableException;
import io.holdfast.NotAcknowledgedException;
import io.holdfast.ServerErrorException;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a blocking call throws shows who called; what happened on the engine's threads is below it. */
class CallersTraceTest {

  private final Scene scene = Scene.open();
  private final DistributedLock lock = scene.lock("a");
  private volatile boolean isOver;
  private Thread server = new Thread(() -> {});

  private interface Part {
    void play() throws InterruptedException;
  }

  /** Plays the server, on a thread of its own, while this one waits in a call. */
  private void server(Part part) {
    server = new Thread(
        () -> {
          try {
            part.play();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
        },
        "played server");
    server.setDaemon(true);
    server.start();
  }

  @AfterEach
  void endServer() throws InterruptedException {
    isOver = true;
    Scene.join(server);
  }

  /** Nothing is answered, and time goes on. */
  private void isAway() {
    while (!isOver) {
      PlayedCall call = scene.gateway.poll();
      if (call == null) {
        scene.advance(millis(100));
      } else {
        call.unanswered();
      }
    }
  }

  @Test
  void acquire_serverAway_thrownByTheCaller() {
    server(this::isAway);
    LockUnavailableException thrown = thrownBy(LockUnavailableException.class, lock::acquire);
    assertThat(thrown.lockName()).contains("a");
  }

  @Test
  void tryAcquire_serverAway_thrownByTheCaller() {
    server(this::isAway);
    thrownBy(LockUnavailableException.class, lock::tryAcquire);
    thrownBy(LockUnavailableException.class, () -> lock.tryAcquire(millis(50)));
  }

  @Test
  void tryLock_keyOfAnotherType_thrownByTheCaller() {
    server(() -> {
      scene.gateway.await("acquire").error("WRONGTYPE Operation against a key");
      scene.gateway.await("inspect").value(List.of("string"));
    });
    ServerErrorException thrown = thrownBy(ServerErrorException.class, lock::tryLock);
    assertThat(thrown.lockName()).contains("a");
    assertThat(thrown).hasMessageContaining("string");
  }

  @Test
  void lock_tooFewReplicas_thrownByTheCaller() {
    server(() -> {
      scene.gateway.await("acquire").acknowledged(scene.stamp(), 0);
      scene.gateway.await("release").released();
    });
    NotAcknowledgedException thrown =
        thrownBy(NotAcknowledgedException.class, lock.acknowledgedBy(1)::lock);
    assertThat(thrown.lockName()).contains("a");
    assertThat(thrown.acknowledged()).isZero();
    assertThat(thrown.wanted()).isEqualTo(1);
  }

  @Test
  void lock_clientClosed_thrownByTheCaller() {
    server(() -> {
      scene.gateway.await("acquire").refused(5_000);
      scene.client.close();
    });
    HoldfastClosedException thrown = thrownBy(HoldfastClosedException.class, lock::lock);
    assertThat(thrown.lockName()).contains("a");
  }

  @Test
  void close_leaseLost_thrownByTheCaller() {
    Lease lease = scene.held("a");
    server(() -> scene.gateway.await("release").notHeld());
    LeaseLostException thrown = thrownBy(LeaseLostException.class, lease::close);
    assertThat(thrown.loss().token()).isEqualTo(lease.token());
  }

  @Test
  void unlock_leaseLost_thrownByTheCaller() {
    server(() -> {
      scene.gateway.await("acquire").granted(scene.stamp());
      scene.gateway.await("release").notHeld();
    });
    lock.lock();
    thrownBy(LeaseLostException.class, lock::unlock);
  }

  @Test
  void renew_unanswered_thrownByTheCaller() {
    Lease lease = scene.held("a");
    server(() -> scene.gateway.await("renew").unanswered());
    LockUnavailableException thrown =
        thrownBy(LockUnavailableException.class, () -> lease.renew(seconds(20)));
    assertThat(thrown.lockName()).contains("a");
  }

  @Test
  void inspectAndForce_unanswered_thrownByTheCaller() {
    server(() -> {
      scene.gateway.await("inspect").unanswered();
      scene.gateway.await("inspect").value(List.of("zset"));
      scene.gateway.await("force").error("NOPERM no");
    });
    thrownBy(LockUnavailableException.class, lock::inspect);
    thrownBy(ServerErrorException.class, lock::isLocked);
    thrownBy(ServerErrorException.class, lock::forceRelease);
  }

  @Test
  void acquire_oneFailureForTwo_eachHasItsOwn() {
    CompletableFuture<Lease> other = lock.acquireAsync();
    PlayedCall sent = scene.gateway.take("acquire");
    Thread caller = Thread.currentThread();
    server(() -> {
      Scene.parked(caller);
      sent.error("NOPERM no");
    });
    ServerErrorException thrown = thrownBy(ServerErrorException.class, lock::acquire);
    assertThat(thrown.getCause()).isSameAs(Scene.failure(other));
  }

  /** Checks that the test is next in the trace below the engine, and that what the engine made is the cause. */
  private static <T extends Throwable> T thrownBy(Class<T> type, ThrowingCallable call) {
    String test = new Throwable().getStackTrace()[1].getMethodName();
    Throwable thrown = catchThrowable(call);
    assertThat(thrown).isExactlyInstanceOf(type);
    List<String> callers = Arrays.stream(thrown.getStackTrace())
        .dropWhile(frame -> isEngine(frame.getClassName()))
        .filter(frame -> frame.getClassName().equals(CallersTraceTest.class.getName()))
        .map(StackTraceElement::getMethodName)
        .filter(method -> !method.startsWith("lambda$"))
        .toList();
    assertThat(callers).startsWith("thrownBy", test);
    assertThat(thrown.getCause())
        .isExactlyInstanceOf(type)
        .hasMessage(thrown.getMessage())
        .isNotSameAs(thrown);
    assertThat(thrown.getSuppressed()).isEmpty();
    return type.cast(thrown);
  }

  private static boolean isEngine(String className) {
    return className.startsWith("io.holdfast.internal.")
        && !className.equals(CallersTraceTest.class.getName());
  }
}
