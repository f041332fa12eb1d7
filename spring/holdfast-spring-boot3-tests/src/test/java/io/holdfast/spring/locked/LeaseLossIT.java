package io.holdfast.spring.locked;

import static io.holdfast.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.Holdfast;
import io.holdfast.LeaseLoss;
import io.holdfast.LeaseLostException;
import io.holdfast.LockEvent;
import io.holdfast.testkit.Eventually;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;

/** A lease that is lost during the call, ends by itself, or is kept after the call. */
class LeaseLossIT extends LockedFixture {

  static class Work {
    private final Holdfast holdfast;

    Work(Holdfast holdfast) {
      this.holdfast = holdfast;
    }

    @Locked(name = "lost")
    public String lose() {
      holdfast.lock("lost").forceRelease();
      return "a result that nobody may rely on";
    }

    @Locked(name = "lost")
    public void loseAndFail() {
      holdfast.lock("lost").forceRelease();
      throw new UnsupportedOperationException("mine");
    }

    @Locked(name = "lost")
    public String reenterAfterLoss(Work self) {
      holdfast.lock("lost").forceRelease();
      return self.lose();
    }

    @Locked(name = "fixed", leaseTime = "100ms")
    public void outlive() {
      eventually(() -> assertThat(holdfast.lock("fixed").isLocked()).isFalse());
    }

    @Locked(name = "kept", holdAtLeast = "700ms")
    public void quick() {}

    @Locked(name = "kept", holdAtLeast = "1h")
    public void quickAndKept() {}

    @Locked(name = "kept")
    public void outer(Work self) {
      self.quickAndKept();
    }

    @Locked(name = "kept", holdAtLeast = "2s")
    public void silence() {
      server().pause();
    }
  }

  @Test
  void leaseLostDuringTheCall_isThrownWhenTheMethodReturns() {
    assertThatThrownBy(() -> bean(Work.class).lose())
        .isInstanceOfSatisfying(
            LeaseLostException.class,
            lost -> assertThat(lost.loss().reason()).isEqualTo(LeaseLoss.Reason.FORCED));
  }

  @Test
  void leaseLostByAMethodThatFails_goesWithItsException() {
    assertThatThrownBy(() -> bean(Work.class).loseAndFail())
        .isInstanceOf(UnsupportedOperationException.class)
        .satisfies(failure -> assertThat(failure.getSuppressed())
            .hasOnlyElementsOfType(LeaseLostException.class)
            .hasSize(1));
  }

  @Test
  void innerCall_doesNotJoinALostLease() {
    Work work = bean(Work.class);
    assertThatThrownBy(() -> work.reenterAfterLoss(work)).isInstanceOf(LeaseLostException.class);
  }

  @Test
  void fixedLease_endsBeforeTheMethod_whichIsTold() {
    assertThatThrownBy(() -> bean(Work.class).outlive())
        .isInstanceOfSatisfying(
            LeaseLostException.class,
            lost -> assertThat(lost.loss().reason()).isEqualTo(LeaseLoss.Reason.LEASE_OVER));
  }

  @Test
  void holdAtLeast_keepsTheLockAfterAQuickCall_andNoLonger() {
    long start = System.nanoTime();
    bean(Work.class).quick();

    assertThat(isFree("kept")).isFalse();
    Eventually.eventually("the lock runs out", () -> isFree("kept"));
    assertThat(Duration.ofNanos(System.nanoTime() - start))
        .isGreaterThanOrEqualTo(Duration.ofMillis(700 - 10));
  }

  /** What could not be told how long to keep the lock must not be renewed for ever instead. */
  @Test
  void holdAtLeast_serverSilentAtTheEnd_lockEndsWithItsLease() {
    Work work = application(
            client ->
                client.leaseTime(Duration.ofSeconds(1)).commandTimeout(Duration.ofMillis(200)),
            Work.class)
        .getBean(Work.class);
    try {
      work.silence();
    } finally {
      server().resume();
    }
    Eventually.eventually("the lock runs out", () -> isFree("kept"));
  }

  @Test
  void holdAtLeast_doesNotBlockTheShutdown_norEndWithIt() {
    var context = application(Work.class);
    context.getBean(Work.class).quickAndKept();
    context.close();

    assertThat(isFree("kept")).isFalse();
  }

  @Test
  void holdAtLeast_ofACallThatJoins_keepsTheLockOfTheOuterOne() {
    Work work = bean(Work.class);
    work.outer(work);
    assertThat(isFree("kept")).isFalse();
  }

  @Test
  void holdAtLeast_onTheOnlyThreadOfTheClientsExecutor_returnsAndKeepsTheLock() throws Exception {
    ExecutorService one = Executors.newSingleThreadExecutor();
    try {
      Work work = application(client -> client.executor(one), Work.class).getBean(Work.class);
      one.submit(work::quickAndKept).get(20, TimeUnit.SECONDS);
      assertThat(isFree("kept")).isFalse();
      eventually(() -> assertThat((Long) server().command("PTTL", "kept"))
          .isGreaterThan(Duration.ofMinutes(50).toMillis()));
    } finally {
      one.shutdownNow();
    }
  }

  static class KeptJob {
    @Locked(name = "job", holdAtLeast = "2s")
    public void run(Runnable work) {
      work.run();
    }
  }

  /** Whether the server is told at once or too late how long to keep it. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void lockKeptAfterTheCall_runsOut_withoutALoss(boolean isServerSilent) throws Exception {
    List<LockEvent> events = new CopyOnWriteArrayList<>();
    AnnotationConfigApplicationContext context = application(
        builder -> builder.commandTimeout(Duration.ofSeconds(5)).listener(events::add),
        KeptJob.class);
    context.getBean(KeptJob.class).run(() -> {
      if (isServerSilent) {
        server().pause();
      }
    });
    server().resume();
    eventually(() -> assertThat(server().keys()).isEmpty());
    context
        .getBean(Holdfast.class)
        .lock("other")
        .tryAcquire(Duration.ofSeconds(10))
        .orElseThrow()
        .close();
    eventually(() -> assertThat(events).hasAtLeastOneElementOfType(LockEvent.Released.class));
    assertThat(events).as("told in order").noneMatch(LockEvent.Lost.class::isInstance);
  }
}
