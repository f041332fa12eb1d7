package io.holdfast.verification.checker;

import io.holdfast.verification.history.History;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * All that a campaign left behind.
 *
 * @param history what the clients saw
 * @param terms what they could count on
 * @param plain per lock, updates without a fence
 * @param fenced per lock, updates through a fencing store; empty for a lock without tokens
 * @param healedNanos when the last fault was over
 * @param stuck clients that did not come to an end, in words
 * @param keysLeft keys of locks that outlived everybody by more than a lease
 */
public record Evidence(
    History history,
    Terms terms,
    Map<String, Tally> plain,
    Map<String, Tally> fenced,
    long healedNanos,
    List<String> stuck,
    List<String> keysLeft) {

  /**
   * The lock under test and its surroundings.
   *
   * @param lease the lease time of renewed locks
   * @param fixed the lease time of those that are not renewed
   * @param hasTokens whether the lock has fencing tokens
   * @param tells whether it tells its holders unasked of a loss
   * @param losesData whether the fault made the server forget what it had answered
   * @param isReachable whether the server answered all the time
   * @param bound how long after the last fault a waiter may still wait
   */
  public record Terms(
      Duration lease,
      Duration fixed,
      boolean hasTokens,
      boolean tells,
      boolean losesData,
      boolean isReachable,
      Duration bound) {}

  /**
   * What a store counted.
   *
   * @param accepted how many updates it accepted
   * @param value what they added up to; each adds one
   * @param refused how many it refused
   */
  public record Tally(long accepted, long value, long refused) {

    /** Updates that another one has overwritten. */
    public long lost() {
      return accepted - value;
    }
  }
}
