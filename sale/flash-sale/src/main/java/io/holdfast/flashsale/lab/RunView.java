package io.holdfast.flashsale.lab;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A run at one moment.
 *
 * @param id its name
 * @param state how far it is
 * @param error why it failed, if it did
 * @param rungs one for each rung asked for, in that order
 */
public record RunView(String id, State state, @Nullable String error, List<RungRun> rungs) {

  public RunView {
    rungs = List.copyOf(rungs);
  }

  /** Whether nothing will change any more. */
  public boolean isOver() {
    return state != State.RUNNING;
  }

  /** How far a run is. */
  public enum State {
    RUNNING,
    DONE,
    FAILED,
    STOPPED
  }
}
