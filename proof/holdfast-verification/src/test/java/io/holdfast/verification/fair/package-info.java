/**
 * The fair lock's queue, searched state by state: its scripts, as the in-memory server has them, and clients that follow the
 * engine's rules, in every order in which requests, replies and messages can come, be lost or come twice.
 */
@org.jspecify.annotations.NullMarked
package io.holdfast.verification.fair;
