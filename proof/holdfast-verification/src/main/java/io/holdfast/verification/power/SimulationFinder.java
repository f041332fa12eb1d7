package io.holdfast.verification.power;

import io.holdfast.verification.simulation.Sabotage;
import io.holdfast.verification.simulation.Schedule;
import io.holdfast.verification.simulation.Simulation;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongFunction;

/** Plays random schedules until one breaks a promise or the time is over: the first finder of {@code ./replant}. */
public final class SimulationFinder {

  private static final int FOUND = 1;
  private static final int UNFIT = 3;

  private final LongFunction<List<String>> play;
  private final Duration patience;
  private final AtomicLong begun = new AtomicLong();
  private volatile long begunNanos = System.nanoTime();

  /**
   * @param play plays the schedule of a seed and says which promises it broke
   * @param patience a schedule that takes longer will never end; others take milliseconds
   */
  SimulationFinder(LongFunction<List<String>> play, Duration patience) {
    this.play = play;
    this.patience = patience;
  }

  /**
   * Prints what was found, and ends with 1 if anything was.
   *
   * @param args the first seed, and for how many seconds
   */
  public static void main(String[] args) throws InterruptedException {
    SimulationFinder finder = new SimulationFinder(
        seed -> Simulation.play(Schedule.of(seed), Sabotage.NONE).broken(), Duration.ofSeconds(5));
    try {
      Optional<String> found =
          finder.search(Long.parseLong(args[0]), Duration.ofSeconds(Long.parseLong(args[1])));
      System.out.printf(
          "%s %d schedules%s%n",
          found.isPresent() ? "found after" : "not found in",
          finder.begun.get(),
          found.map(what -> ": " + what).orElse(""));
      Runtime.getRuntime()
          .halt(found.isPresent() ? FOUND : 0); // a schedule without end would go on
    } catch (LinkageError e) {
      System.out.println("the classes do not fit together: " + e);
      Runtime.getRuntime().halt(UNFIT);
    }
  }

  /**
   * Says what the first schedule broke that broke anything.
   *
   * @throws LinkageError if the engine does not fit the simulation: that finds nothing
   */
  Optional<String> search(long firstSeed, Duration atMost) throws InterruptedException {
    long end = System.nanoTime() + atMost.toNanos();
    FutureTask<Optional<String>> search = new FutureTask<>(() -> playUntil(firstSeed, end));
    Thread player = new Thread(search, "schedules");
    player.setDaemon(true);
    player.start();
    while (!search.isDone()) {
      player.join(20);
      if (System.nanoTime() - begunNanos > patience.toNanos()) {
        return Optional.of("seed %d does not end".formatted(firstSeed + begun.get() - 1));
      }
    }
    try {
      return search.get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof LinkageError unfit) {
        throw unfit;
      }
      throw new IllegalStateException(e);
    }
  }

  private Optional<String> playUntil(long firstSeed, long end) {
    for (long seed = firstSeed; end - System.nanoTime() > 0; seed++) {
      begunNanos = System.nanoTime();
      begun.incrementAndGet();
      try {
        List<String> broken = play.apply(seed);
        if (!broken.isEmpty()) {
          return Optional.of("seed %d: %s".formatted(seed, broken.get(0)));
        }
      } catch (RuntimeException | AssertionError | StackOverflowError | OutOfMemoryError e) {
        return Optional.of("seed %d: %s".formatted(seed, e));
      }
    }
    return Optional.empty();
  }
}
