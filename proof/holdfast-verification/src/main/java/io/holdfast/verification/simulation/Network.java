package io.holdfast.verification.simulation;

/**
 * What the parts of one simulated world share.
 *
 * @param time the clock
 * @param server the one server
 * @param weather what happens to packets
 * @param sabotage the planted bug, if any
 * @param trace what happened
 * @param tally how often
 * @param isDisordered whether answers overtake each other
 */
record Network(
    VirtualTime time,
    SimulatedServer server,
    Weather weather,
    Sabotage sabotage,
    Trace trace,
    Tally tally,
    boolean isDisordered) {}
