package io.holdfast;

import java.time.Duration;
import java.util.function.Consumer;

/**
 * Somebody who will stand for the lead under a name: what to do when it is gained and when it is lost.
 * {@link #campaign()} begins. Not thread-safe.
 *
 * <p><b>The callbacks</b> run on the client's executor, never two at once, and always in turn: gained, lost, gained,
 * lost. Each {@code gained} is followed by exactly one {@code lost}, also when the leadership or the client is closed.
 *
 * <ul>
 *   <li>{@code gained} should start the work and return. It may also do the work itself; then {@code
 *       lost} waits until it returns, so it has to look at {@link LeaseView#isHeld()} as it goes.
 *   <li>A callback that blocks needs a client with an {@linkplain HoldfastBuilder#executor executor} of its
 *       own: one with few threads makes everybody else wait behind it.
 *   <li>While {@code lost} runs after {@link Leadership#close()}, the lead is still ours: it is given up
 *       when {@code lost} returns, so that nobody leads before our work has stopped. After a lost lease
 *       somebody else may lead already.
 *   <li>What a callback throws is logged. A {@code gained} that throws has not started its work: the lead is given up
 *       (with {@code lost}), and this candidate stands again after a pause, so that others get their chance.
 * </ul>
 */
public interface Candidate {

  /**
   * {@return this candidate, with a lease time of its own instead of the client's}
   *
   * @param leaseTime how long a leader that crashed blocks the others
   * @throws IllegalArgumentException under 10 ms or over 24 hours
   */
  Candidate leaseTime(Duration leaseTime);

  /**
   * {@return this candidate, with what to do when it leads} One callback only: a later call replaces it.
   *
   * @param gained gets the lease: its deadline says for how long it leads; its token goes with every access to what
   *     the leader alone may touch, the first read included
   */
  Candidate onGained(Consumer<LeaseView> gained);

  /**
   * {@return this candidate, with what to do when it leads no longer} A later call replaces it, too.
   *
   * @param lost called once for each time the lead was gained
   */
  Candidate onLost(Consumer<LeadershipEnd> lost);

  /**
   * Stands for the lead, in the background: waits for it, and after a loss waits for it again. A server that does not
   * answer is asked again, with growing pauses up to 10 s.
   *
   * @return the campaign, which goes on until it is closed
   * @throws IllegalArgumentException if the lease time is too short for the client's command timeout
   */
  Leadership campaign();
}
