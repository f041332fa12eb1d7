/** A server in this JVM that knows Holdfast's scripts and nothing else: for unit tests, and for simulated time. */
@NullMarked
package io.holdfast.testkit.memory;

import org.jspecify.annotations.NullMarked;
