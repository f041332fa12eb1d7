package io.holdfast.verification.subject;

import io.holdfast.verification.history.Form;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** A lock library under test, connected: one client, as a process would have. Thread-safe. */
public interface Subject extends AutoCloseable {

  /** The ways of asking that it has. */
  Set<Form> forms();

  /**
   * Asks for the lock; empty if it was refused. An exception other than {@link NotDoneException} means that
   * nobody knows.
   */
  Optional<Grip> acquire(Request request) throws Exception;

  /** What this client still holds or waits for although nobody wants it, in words. */
  default List<String> leftovers() {
    return List.of();
  }

  @Override
  void close();

  /**
   * A request.
   *
   * @param lock the lock's name
   * @param form how to ask
   * @param longest for how long to wait, where the form has a limit
   * @param fixed the lease time of a lease that is not renewed
   */
  record Request(String lock, Form form, Duration longest, Duration fixed) {}

  /** The server answered with an error: surely not done. */
  final class NotDoneException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public NotDoneException(Throwable cause) {
      super(cause);
    }
  }
}
