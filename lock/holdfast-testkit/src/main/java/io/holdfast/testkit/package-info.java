/**
 * Real servers, precise faults and the contract every back-end passes. The servers are processes of
 * redis-server, on loopback, that die with the JVM; Linux and macOS only (signals).
 */
@NullMarked
package io.holdfast.testkit;

import org.jspecify.annotations.NullMarked;
