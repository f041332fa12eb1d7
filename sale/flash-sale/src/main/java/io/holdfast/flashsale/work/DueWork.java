package io.holdfast.flashsale.work;

import io.holdfast.flashsale.work.DueRows.Due;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Works on rows when they are due, and again later if that was in vain; any number of instances at once.
 * Thread-safe.
 */
public final class DueWork<T> implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(DueWork.class);
  private static final int LONGEST_ERROR = 500;

  /** What is done with a row. */
  @FunctionalInterface
  public interface Step<T> {

    /**
     * Does it, and notes that it is done.
     *
     * @return null if it is done, or why it has to be tried again
     * @throws Exception if it has to be tried again
     */
    @Nullable
    String work(T row) throws Exception;
  }

  /**
   * How patiently.
   *
   * @param every between two looks for rows that are due
   * @param backoff how long a row waits after it was tried in vain
   * @param mostTries after so many it is given up
   * @param givenUp the state it has then
   */
  public record Patience(Duration every, Backoff backoff, int mostTries, String givenUp) {

    /** Without end. */
    public Patience(Duration every, Backoff backoff) {
      this(every, backoff, Integer.MAX_VALUE, "");
    }
  }

  private final String name;
  private final DueRows<T> rows;
  private final BoundedPool pool;
  private final Patience patience;
  private final Step<T> step;
  private final Repeated rounds;

  /** Prepares it; {@link #start} begins. */
  public DueWork(String name, DueRows<T> rows, BoundedPool pool, Patience patience, Step<T> step) {
    this.name = name;
    this.rows = rows;
    this.pool = pool;
    this.patience = patience;
    this.step = step;
    this.rounds = new Repeated(name, patience.every(), this::round);
  }

  /** Begins. Once. */
  public void start() {
    rounds.start();
  }

  /** One round: begins as many as the pool has room for, and waits for them while there are more. */
  public void round() {
    List<Due<T>> claimed;
    do {
      int room = pool.free();
      claimed = room == 0 ? List.of() : rows.claim(room);
      CompletableFuture<?>[] begun = claimed.stream()
          .map(due -> pool.<@Nullable Void>begin(() -> attempt(due)))
          .flatMap(
              java.util.Optional::stream) // where there was no room after all: in its next turn
          .toArray(CompletableFuture[]::new);
      CompletableFuture.allOf(begun).join();
    } while (!claimed.isEmpty());
  }

  private @Nullable Void attempt(Due<T> due) {
    String why;
    try {
      why = step.work(due.what());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // closing: it is due again when its turn is over
      return null;
    } catch (Exception e) {
      why = e.toString();
    }
    if (why != null) {
      boolean isGivenUp = due.tries() >= patience.mostTries();
      if (isGivenUp) {
        LOG.warn("{}: {} is given up after {} tries: {}", name, due.id(), due.tries(), why);
      }
      rows.later(
          due,
          patience.backoff().after(due.tries()),
          why.substring(0, Math.min(LONGEST_ERROR, why.length())),
          isGivenUp ? patience.givenUp() : "");
    }
    return null;
  }

  /** Ends after the round that runs. */
  @Override
  public void close() {
    rounds.close();
    pool.close();
  }
}
