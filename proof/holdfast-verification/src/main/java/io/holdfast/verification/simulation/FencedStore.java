package io.holdfast.verification.simulation;

import java.util.OptionalInt;

/** Keeps a number; remembers the greatest token seen and refuses whoever comes with a smaller one. */
final class FencedStore {

  private final boolean checksReads;
  private long greatestToken;
  private int value;
  private int accepted;

  FencedStore(boolean checksReads) {
    this.checksReads = checksReads;
  }

  OptionalInt read(long token) {
    return !checksReads || admits(token) ? OptionalInt.of(value) : OptionalInt.empty();
  }

  /** Whether it was accepted. */
  boolean write(long token, int newValue) {
    if (!admits(token)) {
      return false;
    }
    value = newValue;
    accepted++;
    return true;
  }

  private boolean admits(long token) {
    if (token < greatestToken) {
      return false;
    }
    greatestToken = token;
    return true;
  }

  /** Writes that were accepted and overwritten by somebody who had not read them. */
  int lostUpdates() {
    return accepted - value;
  }
}
