package io.holdfast.verification.soak;

import io.holdfast.verification.history.Form;
import io.holdfast.verification.subject.Grip;
import io.holdfast.verification.subject.Subject;
import io.holdfast.verification.subject.Subject.Request;
import io.holdfast.verification.traffic.Pace;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/**
 * One thread's work: half of its calls are for a few names that everybody wants, so that there are waiters;
 * half for names that nobody has used before, so that whatever is kept by name adds up.
 */
final class SoakWorker {

  private static final int SHARED_NAMES = 3;
  private static final int LONGEST_WAIT_MILLIS = 200;
  private static final Duration FIXED = Duration.ofMillis(500);

  private final String prefix;
  private final SoakPlan plan;
  private final Subject subject;
  private final List<Form> forms;
  private final Random random;
  private long calls;
  private long failed;

  SoakWorker(int thread, SoakPlan plan, Subject subject) {
    this.prefix = "soak:" + plan.number() + ":" + thread + ":";
    this.plan = plan;
    this.subject = subject;
    this.forms = List.copyOf(subject.forms());
    this.random = new Random(plan.seed() * 1_000 + plan.number() * 100L + thread);
  }

  void workUntil(long endNanos) {
    while (System.nanoTime() - endNanos < 0) {
      long begin = System.nanoTime();
      ask();
      calls++;
      Pace.millis(plan.pauseMillis() - (System.nanoTime() - begin) / 1e6);
    }
  }

  private void ask() {
    String lock =
        random.nextBoolean() ? "soak:shared:" + random.nextInt(SHARED_NAMES) : prefix + calls;
    Form form = forms.get(random.nextInt(forms.size()));
    Duration wait = Duration.ofMillis(1 + random.nextInt(LONGEST_WAIT_MILLIS));
    try {
      Optional<Grip> grip = subject.acquire(new Request(lock, form, wait, FIXED));
      if (grip.isPresent()) {
        stay(form, grip.get());
        grip.get().release();
      }
    } catch (Exception e) { // no answer, or a wait that came to its end: counted, and on
      failed++;
    }
  }

  private void stay(Form form, Grip grip) throws Exception {
    Pace.millis(random.nextDouble() * 4);
    if (form == Form.REENTRANT) {
      grip.reenter();
      grip.leave();
    }
  }

  long calls() {
    return calls;
  }

  long failed() {
    return failed;
  }
}
