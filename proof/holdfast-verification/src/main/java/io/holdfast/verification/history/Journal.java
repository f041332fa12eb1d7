package io.holdfast.verification.history;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Where a client process writes down what it does and sees: one line each, handed to the operating system
 * before the call returns, so that no line is lost when the process is killed. Thread-safe; interrupts do
 * not harm it.
 *
 * <p>The moment of a call is taken before it and the moment of an answer after it: what is written always
 * contains what was.
 */
public final class Journal implements AutoCloseable {

  private final OutputStream file; // not a channel: those are closed by an interrupt
  private final AtomicLong ids = new AtomicLong();

  /** Begins a file. */
  public Journal(Path file) {
    try {
      this.file = new FileOutputStream(file.toFile());
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write " + file, e);
    }
  }

  /** A request is about to leave; returns its number. */
  public long called(int thread, String lock, Form form) {
    return calledAt(thread, lock, form, System.nanoTime());
  }

  /** As {@link #called}, for a request that has left at that time. */
  public long calledAt(int thread, String lock, Form form, long nanos) {
    long id = ids.incrementAndGet();
    write("call " + id + " " + nanos + " " + thread + " " + lock + " " + form);
    return id;
  }

  /** The answer has arrived; the token is 0 if there is none. */
  public void answered(long id, RecordedAnswer answer, long token) {
    write("answer " + id + " " + System.nanoTime() + " " + answer + " " + token);
  }

  /** At that time the caller believed that it held the lock, until that deadline at least. */
  public void held(long id, long nanos, long deadlineNanos) {
    write("held " + id + " " + nanos + " " + deadlineNanos);
  }

  /** The caller found that it no longer holds the lock: because its deadline has passed, or it was told. */
  public void lost(long id, boolean byDeadline) {
    write("lost " + id + " " + System.nanoTime() + " " + byDeadline);
  }

  /** The release is about to leave. */
  public void releasing(long id) {
    write("release " + id + " " + System.nanoTime());
  }

  /** The release was answered. */
  public void released(long id, End end) {
    write("released " + id + " " + System.nanoTime() + " " + end);
  }

  /** The lock is about to be taken once more. */
  public void entering(long id) {
    write("enter " + id + " " + System.nanoTime());
  }

  /** It was taken once more, with that token. */
  public void entered(long id, long token) {
    write("entered " + id + " " + System.nanoTime() + " " + token);
  }

  /** The inner hold is about to be released. */
  public void leaving(long id) {
    write("leave " + id + " " + System.nanoTime());
  }

  /** The inner hold was released. */
  public void left(long id, End end) {
    write("left " + id + " " + System.nanoTime() + " " + end);
  }

  /** The library itself has told the holder, unasked, that the lock is lost. */
  public void told(long id, String reason) {
    write("told " + id + " " + System.nanoTime() + " " + reason);
  }

  /** This process was awake then, and before that at the other time. */
  public void pulse(long nanos, long lastNanos) {
    write("pulse 0 " + nanos + " " + lastNanos);
  }

  /** Something outlived its purpose in this process. */
  public void leftover(String what) {
    write("leftover 0 " + System.nanoTime() + " " + what.replace('\n', ' '));
  }

  private void write(String line) {
    byte[] bytes = (line + "\n").getBytes(UTF_8);
    synchronized (file) {
      try {
        file.write(bytes);
      } catch (IOException e) {
        throw new UncheckedIOException("cannot write the journal", e);
      }
    }
  }

  @Override
  public void close() {
    try {
      file.close();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot close the journal", e);
    }
  }
}
