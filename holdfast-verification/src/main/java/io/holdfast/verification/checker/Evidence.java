package io.holdfast.verification.checker;

import io.holdfast.verification.history.History;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * All that a campaign left behind.
 *
 * @param history what the clients saw
 * @param lease the lease time of renewed locks
 * @param hasTokens whether the lock has fencing tokens
 * @param losesData whether the fault made the server forget what it had answered
 * @param plain per lock, updates without a fence
 * @param fenced per lock, updates through a fencing store; empty for a lock without tokens
 * @param healedNanos when the last fault was over
 * @param bound how long after that a waiter may still wait
 * @param stuck clients that did not come to an end, in words
 * @param keysLeft keys of locks that outlived everybody by more than a lease
 */
public record Evidence(
    History history,
    Duration lease,
    boolean hasTokens,
    boolean losesData,
    Map<String, Tally> plain,
    Map<String, Tally> fenced,
    long healedNanos,
    Duration bound,
    List<String> stuck,
    List<String> keysLeft) {

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
