/**
 * Bugs that users of other locks reported, one class each: the story, and that it does not happen here.
 *
 * <p>These are told where the same fault is forced for all forms, or in larger numbers:
 *
 * <ul>
 *   <li>The reply to an acquire is lost, the retry counts as a re-entry, and one unlock leaves the lock held
 *       (Redisson): {@code LostAcquireReplyFaultIT}.
 *   <li>The reply to an unlock is lost, and the retry throws at a caller who did everything right (redisson#4871,
 *       #6844, #6878): {@code LostReleaseReplyFaultIT}.
 *   <li>A late copy of an unlock deletes a newer hold (etcd#22082): {@code LateDuplicateFaultIT}.
 *   <li>A late answer to an old hold's renewal ends the new hold's (Redisson): {@code LostRenewReplyFaultIT}, the
 *       engine's {@code WatchdogTest}.
 *   <li>An interrupt is swallowed, or comes out as something else (Redisson): {@code InterruptFaultIT}.
 *   <li>A renewal takes the lock again after somebody else had it (redis-semaphore#175): {@code FlushFaultIT}.
 *   <li>The watchdog renews what nobody holds any more (redisson#1966, #2714, #5358, #7272): every test of faults
 *       ends with a look at what is renewed; for dead threads, the engine's {@code ThreadViewTest}.
 *   <li>A reconnect hides that the lock was lost meanwhile (portalocker#137): {@code PauseFaultIT}, {@code
 *       ServerRestartFaultIT}.
 *   <li>250 contended names exhaust a pool of subscriptions (redisson#1466 … #7264): {@code ManyNamesIT}, with 10,000.
 *   <li>Every renewed lock has a timer thread of its own (lock4j): {@code RenewalIT}, with 1,000.
 * </ul>
 */
@NullMarked
package io.holdfast.tests.regression;

import org.jspecify.annotations.NullMarked;
