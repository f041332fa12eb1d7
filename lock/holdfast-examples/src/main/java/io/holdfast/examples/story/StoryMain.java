package io.holdfast.examples.story;

import java.util.List;
import java.util.concurrent.TimeUnit;

/** What {@code ./demo} runs. */
public final class StoryMain {

  private static final int PAUSE_SECONDS = 5;

  private static volatile boolean ending;

  private StoryMain() {}

  /**
   * Tells the story: with {@code --once} one time, else again and again until Ctrl-C. Exits with 0 if
   * everything came out as promised, 1 the first time it did not.
   */
  public static void main(String[] args) throws InterruptedException {
    Runtime.getRuntime().addShutdownHook(new Thread(() -> ending = true, "story-ends"));
    boolean once = List.of(args).contains("--once");
    Narrator narrator = new Narrator(System.out, Boolean.getBoolean(Narrator.COLOUR_PROPERTY));
    while (true) {
      boolean passed = tellAndCheck(narrator);
      if (once || !passed) {
        System.exit(passed ? 0 : 1);
      }
      narrator.heading("Once more in " + PAUSE_SECONDS + " s; Ctrl-C ends it.");
      TimeUnit.SECONDS.sleep(PAUSE_SECONDS);
    }
  }

  private static boolean tellAndCheck(Narrator narrator) throws InterruptedException {
    try {
      return verdict(narrator, Story.tell(narrator, Sabotage.chosen()));
    } catch (RuntimeException | AssertionError e) {
      TimeUnit.MILLISECONDS.sleep(200);
      if (ending) { // Ctrl-C ends server and actors as well: what fails then is not the story
        TimeUnit.DAYS.sleep(1); // the shutdown goes on without us
      }
      narrator.verdict(false, "The story broke off: " + e);
      return false;
    }
  }

  /** Shows what was checked; true if all of it passed. */
  static boolean verdict(Narrator narrator, List<Check> checks) {
    narrator.heading("What was checked");
    checks.forEach(narrator::check);
    long failed = checks.stream().filter(check -> !check.passed()).count();
    narrator.verdict(
        failed == 0,
        failed == 0
            ? "Everything came out as promised."
            : failed + " of " + checks.size() + " promises were not kept.");
    return failed == 0;
  }
}
