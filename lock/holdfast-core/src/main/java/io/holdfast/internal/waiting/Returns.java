package io.holdfast.internal.waiting;

import io.holdfast.internal.protocol.Answer;
import io.holdfast.internal.tenure.HeldLease;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The holder that has given its lease back and is to be told what became of it: that all is well as soon as anything
 * shows that it was still ours, a loss as soon as the server says so, and otherwise what the release is answered. Used
 * inside the delegate's mailbox only.
 */
final class Returns {

  private final Engine engine;
  private @Nullable Returned returned;

  Returns(Engine engine) {
    this.engine = engine;
  }

  void add(HeldLease lease, Consumer<@Nullable RuntimeException> then) {
    returned = new Returned(lease, lease.tenure().lastNumber(), then);
  }

  /** Somebody here goes on with it, or the server has shown that it was still ours. */
  void areWell() {
    Returned told = take();
    if (told != null) {
      told.then().accept(null);
    }
  }

  /** The server has shown that it was ours when it did the request of that number. */
  void wereHeld(long number) {
    if (returned != null && number > returned.lastNumber()) { // sent after it was given back
      areWell();
    }
  }

  void tell(Answer answer) {
    tellTo(take(), answer);
  }

  /** The answer to a yield. One that was not answered shows nothing: the release that follows will say. */
  void tellOfYield(Answer answer) {
    if (answer instanceof Answer.NotHeld notHeld && !notHeld.repeated()) {
      tell(answer);
    } else if (answer instanceof Answer.Granted
        || answer instanceof Answer.Released
        || answer instanceof Answer.NotHeld) { // the server has done it: it was ours a moment ago
      areWell();
    }
  }

  /** Whoever is to be told hears what the returned callback gets. */
  Consumer<Answer> untilAnswered() {
    Returned told = take();
    return answer -> tellTo(told, answer);
  }

  private void tellTo(@Nullable Returned told, Answer answer) {
    if (told != null) {
      told.told(answer, engine.now());
    }
  }

  private @Nullable Returned take() {
    Returned told = returned;
    returned = null;
    return told;
  }
}
