package io.holdfast.verification.fair;

import java.util.List;

/**
 * How much may happen.
 *
 * @param lives how often each client asks for the lock
 * @param givingUp how often a client stops waiting, all together
 * @param beats how often a waiter says unasked that it is there, all together
 * @param copies how many requests may be doubled, one of the two being late
 * @param losses how many requests, replies and messages may get lost
 * @param deaths how many clients may die
 * @param deafness how often a client may stop listening for a while
 * @param ticks how often time passes, each time half a lease
 */
record Scope(
    List<Integer> lives,
    int givingUp,
    int beats,
    int copies,
    int losses,
    int deaths,
    int deafness,
    int ticks) {}
