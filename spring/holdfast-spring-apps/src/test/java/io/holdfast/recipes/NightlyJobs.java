package io.holdfast.recipes;

import io.holdfast.spring.locked.Locked;
import io.holdfast.spring.locked.Refusal;
import java.util.concurrent.atomic.AtomicInteger;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

@Component
class NightlyJobs {

  final AtomicInteger runs = new AtomicInteger();

  @Scheduled(cron = "${report.cron:0 0 3 * * *}")
  @Locked(name = "nightly-report", refused = Refusal.SKIP, holdAtLeast = "5m")
  public void report() {
    runs.incrementAndGet();
  }
}
