package io.holdfast.spring.locked;

import static io.holdfast.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.Lease;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.Configuration;
import org.springframework.scheduling.annotation.EnableScheduling;
import org.springframework.scheduling.annotation.Scheduled;

/** A job that several instances start, and one runs. */
class ScheduledIT extends LockedFixture {

  @Configuration(proxyBeanMethods = false)
  @EnableScheduling
  static class Scheduling {}

  static class Jobs {
    final AtomicInteger guarded = new AtomicInteger();
    final AtomicInteger ticks = new AtomicInteger();

    @Scheduled(fixedRate = 5)
    @Locked(name = "job", refused = Refusal.SKIP)
    public void guarded() {
      guarded.incrementAndGet();
    }

    @Scheduled(fixedRate = 5)
    public void unguarded() {
      ticks.incrementAndGet();
    }
  }

  static class NightlyJobs {
    final AtomicInteger runs = new AtomicInteger();

    @Scheduled(fixedRate = 5)
    @Locked(name = "nightly", refused = Refusal.SKIP, holdAtLeast = "1h")
    public void run() {
      runs.incrementAndGet();
    }
  }

  @Test
  void jobWhoseLockIsHeldElsewhere_isSkipped_andRunsAfterwards() throws Exception {
    Jobs jobs;
    try (Lease lease = heldByBob("job")) {
      jobs = target(application(Scheduling.class, Jobs.class).getBean(Jobs.class));
      eventually(() -> assertThat(jobs.ticks).hasValueGreaterThan(20));
      assertThat(jobs.guarded).hasValue(0);
      assertThat(lease.isHeld()).isTrue();
    }
    eventually(() -> assertThat(jobs.guarded).hasValueGreaterThan(1));
  }

  @Test
  void jobHeldAtLeast_runsOnceInAllInstances() {
    NightlyJobs alice =
        target(application(Scheduling.class, NightlyJobs.class).getBean(NightlyJobs.class));
    Jobs clock = target(application(Scheduling.class, Jobs.class).getBean(Jobs.class));
    NightlyJobs bobs =
        target(application(Scheduling.class, NightlyJobs.class).getBean(NightlyJobs.class));
    eventually(() -> assertThat(clock.ticks).hasValueGreaterThan(20));

    assertThat(alice.runs.get() + bobs.runs.get()).isEqualTo(1);
  }
}
