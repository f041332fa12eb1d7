package io.holdfast.verification.simulation;

import java.util.function.Consumer;

/** Whether a holder from whom the lock was taken is told so: by its release at the latest. */
final class Releases {

  /** By then whoever has it next was told. */
  private static final long MOMENT_NANOS = 60_000_000;

  private final World world;

  Releases(World world) {
    this.world = world;
  }

  /**
   * A holder that believes in its lease releases it.
   *
   * @param broken told how that promise was broken
   * @return to be run when it is told that all is well
   */
  Runnable begin(String lockName, Holding holding, Consumer<String> broken) {
    Runnable isFounded = isFounded(lockName, holding, broken);
    long end = world.time().nanos() + holding.lease().remaining().toNanos();
    if (isKnown(lockName, holding) || !isCertain(holding)) {
      return isFounded;
    }
    world.count(Incident.TAKEN_BEFORE_ITS_RELEASE);
    return () -> {
      isFounded.run();
      if (world.time().nanos() < end && !isKnown(lockName, holding) && isCertain(holding)) {
        world.time().after(MOMENT_NANOS, null, () -> {
          if (isCertain(holding)
              && !holding.client().hasHandedOn(holding.lease().token())) {
            broken.accept(lockName + ": " + holding
                + " was taken before its release, nobody has it next, and nobody was told");
          }
        });
      }
    };
  }

  /** Whatever is lost on the way: who is told that all is well is told so for a reason, and not against what was said. */
  private Runnable isFounded(String lockName, Holding holding, Consumer<String> broken) {
    Said said = holding.client().gateway().said();
    int before = said.answersAbout(holding.holder());
    return () -> {
      boolean isSilent = said.answersAbout(holding.holder()) == before;
      boolean isLost = said.isLost(holding.holder());
      if (isSilent || isLost) {
        world.time().after(MOMENT_NANOS, null, () -> {
          if (!holding.client().isGone()
              && !holding.client().hasHandedOn(holding.lease().token())) {
            broken.accept(
                lockName + ": " + holding + " was told that it was released, and the server "
                    + (isLost ? "had said that it was not held" : "had said nothing"));
          }
        });
      }
    };
  }

  private boolean isKnown(String lockName, Holding holding) {
    return world.network().server().keys().hexists(lockName, holding.holder());
  }

  /** Whether the server answers all that its client asks. */
  private boolean isCertain(Holding holding) {
    SimulatedClient client = holding.client();
    return world.schedule().errors() == 0
        && !client.isGone()
        && !client.process().isPaused()
        && client.gateway().commands().isUntroubled();
  }
}
