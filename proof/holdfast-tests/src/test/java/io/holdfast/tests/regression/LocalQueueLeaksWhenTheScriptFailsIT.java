package io.holdfast.tests.regression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.HoldfastBuilder;
import io.holdfast.LockUnavailableException;
import io.holdfast.ServerErrorException;
import io.holdfast.testkit.Caller;
import io.holdfast.tests.fault.Wire;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * A lock inside the JVM stands before the one on the server. The script call throws, the inner lock is not given
 * back, and every later caller of the service blocks for ever (epam/ai-dial-core#1683).
 */
class LocalQueueLeaksWhenTheScriptFailsIT extends RegressionStory {

  @Override
  HoldfastBuilder settings(HoldfastBuilder builder) {
    return builder.leaseTime(Duration.ofSeconds(30)).unavailableAfter(Duration.ofMillis(700));
  }

  @Test
  void anErrorReply_failsEveryQueuedCaller_andTheNextOneGetsTheLock() throws Exception {
    server.command("SET", name, "foreign");
    proxy.holdNext(Wire.acquire(name)); // until all of them are in the queue
    List<Caller<Boolean>> callers = crowd();
    proxy.awaitHeld(PATIENCE);
    proxy.releaseHeld();
    for (Caller<Boolean> caller : callers) {
      assertThatThrownBy(caller::outcome).hasCauseInstanceOf(ServerErrorException.class);
    }
    server.command("DEL", name);
    assertNextCallerIsServed();
  }

  @Test
  void silence_failsEveryQueuedCaller_andTheNextOneGetsTheLock() throws Exception {
    proxy.halfOpen();
    List<Caller<Boolean>> callers = crowd();
    for (Caller<Boolean> caller : callers) {
      assertThatThrownBy(caller::outcome).hasCauseInstanceOf(LockUnavailableException.class);
    }
    proxy.heal();
    assertNextCallerIsServed();
  }

  @Test
  void aFailingRelease_freesTheQueueToo() throws Exception {
    alices.lock();
    server.command("DEL", name);
    server.command("SET", name, "foreign");
    assertThatThrownBy(alices::unlock).isInstanceOf(IllegalMonitorStateException.class);
    server.command("DEL", name);
    assertNextCallerIsServed();
  }

  private List<Caller<Boolean>> crowd() {
    return IntStream.range(0, 10)
        .mapToObj(i -> Caller.startWaiting(() -> {
          alices.lock();
          alices.unlock();
          return true;
        }))
        .toList();
  }

  private void assertNextCallerIsServed() throws Exception {
    Caller<Boolean> next = Caller.start(() -> {
      alices.lock();
      alices.unlock();
      return true;
    });
    assertThat(next.outcome()).isTrue();
    assertFree();
    assertIdle(alice);
  }
}
