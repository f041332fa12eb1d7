package io.holdfast.verification.model;

import java.util.Optional;

/** What a lock may do, one step after the other: the sequential truth that histories are compared with. */
public enum LockModel {
  /** One owner at a time. Knows no re-entry. */
  MUTEX {
    @Override
    Optional<State> acquire(State state, Step step) {
      return state.isFree() ? Optional.of(new State(step.owner(), 1, 0)) : Optional.empty();
    }
  },
  /** One owner at a time, any number of times. */
  REENTRANT_MUTEX {
    @Override
    Optional<State> acquire(State state, Step step) {
      if (state.owner().equals(step.owner())) {
        return Optional.of(new State(step.owner(), state.depth() + 1, 0));
      }
      return MUTEX.acquire(state, step);
    }
  },
  /** As {@link #REENTRANT_MUTEX}, with a greater token for every new owner and the same one inside. */
  FENCED_MUTEX {
    @Override
    Optional<State> acquire(State state, Step step) {
      if (state.owner().equals(step.owner())) {
        return step.token() == state.token()
            ? Optional.of(new State(step.owner(), state.depth() + 1, state.token()))
            : Optional.empty();
      }
      return state.isFree() && step.token() > state.token()
          ? Optional.of(new State(step.owner(), 1, step.token()))
          : Optional.empty();
    }
  };

  /** Where everything begins. */
  public State initial() {
    return new State("", 0, 0);
  }

  /** The state after the step; empty if the step is not legal here. */
  public Optional<State> next(State state, Step step) {
    boolean isOwners = state.owner().equals(step.owner());
    return switch (step.kind()) {
      case ACQUIRE -> acquire(state, step);
      case REFUSED -> state.isFree() || isOwners ? Optional.empty() : Optional.of(state);
      case RELEASE -> isOwners ? Optional.of(state.released()) : Optional.empty();
      case EXPIRE -> isOwners ? Optional.of(state.free()) : Optional.empty();
    };
  }

  abstract Optional<State> acquire(State state, Step step);

  /**
   * A lock at one moment.
   *
   * @param owner who has it; empty text if it is free
   * @param depth how often
   * @param token the greatest token so far; 0 in models without tokens
   */
  public record State(String owner, int depth, long token) {

    boolean isFree() {
      return owner.isEmpty();
    }

    State released() {
      return depth > 1 ? new State(owner, depth - 1, token) : free();
    }

    State free() {
      return new State("", 0, token);
    }
  }
}
