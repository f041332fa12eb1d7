package io.holdfast.verification.traffic;

import io.holdfast.verification.history.Form;
import io.holdfast.verification.history.Journal;
import io.holdfast.verification.history.RecordedAnswer;
import io.holdfast.verification.subject.Grip;
import io.holdfast.verification.subject.Subject;
import io.holdfast.verification.subject.Subject.NotDoneException;
import io.holdfast.verification.subject.Subject.Request;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.BooleanSupplier;

/** One thread of a client: asks for locks at random, works under them, gives them back. */
final class Worker implements Runnable {

  private static final int LONGEST_WAIT_MILLIS = 300;

  private final int number;
  private final Plan plan;
  private final Subject subject;
  private final Journal journal;
  private final BooleanSupplier isStopped;
  private final Random random;
  private final List<Form> forms;
  private final Store store;
  private final Turns turns;

  Worker(int number, Plan plan, Subject subject, Journal journal, BooleanSupplier isStopped) {
    this.number = number;
    this.plan = plan;
    this.subject = subject;
    this.journal = journal;
    this.isStopped = isStopped;
    this.random = new Random(plan.seed() * 1_000 + number);
    this.forms = List.copyOf(subject.forms());
    this.store = new Store(plan.storePort());
    this.turns = new Turns(number, plan, journal, store, random);
  }

  /** Until it is told to stop; then takes every lock once more, to show that everybody is served. */
  @Override
  public void run() {
    List<String> names = Plan.names(plan.locks());
    Ebb ebb = new Ebb(plan.lease());
    try (store) {
      while (true) {
        if (plan.habits().hasEbb()) {
          ebb.awaitEnd();
        }
        if (isStopped.getAsBoolean()) {
          break;
        }
        ask(names.get(random.nextInt(names.size())), forms.get(random.nextInt(forms.size())));
        Pace.millis(random.nextDouble() * plan.habits().longestPauseMillis());
      }
      for (String name : names) {
        ask(name, Form.LOCK);
      }
    }
  }

  private void ask(String lock, Form form) {
    Duration wait = Duration.ofMillis(1 + random.nextInt(LONGEST_WAIT_MILLIS));
    Thread.interrupted(); // the storm was for the call before
    long id = journal.called(number, lock, form);
    Optional<Grip> grip;
    try {
      grip = subject.acquire(new Request(lock, form, wait, plan.fixed()));
    } catch (NotDoneException e) {
      journal.answered(id, RecordedAnswer.ERROR, 0);
      rest();
      return;
    } catch (Exception e) { // no answer, an interrupt, a cancelled future: nobody knows
      journal.answered(id, RecordedAnswer.UNKNOWN, 0);
      rest();
      return;
    }
    if (grip.isEmpty()) {
      journal.answered(id, RecordedAnswer.REFUSED, 0);
      return;
    }
    journal.answered(id, RecordedAnswer.GRANTED, grip.get().token());
    turns.take(id, lock, form, grip.get());
  }

  /** A server in trouble is not asked in a tight loop. */
  private void rest() {
    Pace.millis(20 + random.nextInt(30));
  }
}
