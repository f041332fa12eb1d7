/**
 * The engine on simulated time: several clients, a server in plain Java and the network between them,
 * on one thread, so that thousands of schedules run in seconds and each is replayed by its seed.
 *
 * <p>A {@link io.holdfast.verification.simulation.Schedule} is made from a seed; a {@link
 * io.holdfast.verification.simulation.Simulation} plays it and says what was broken.
 */
@NullMarked
package io.holdfast.verification.simulation;

import org.jspecify.annotations.NullMarked;
