/** The parts that need no server, under JMH. Run with {@code ./bench jmh -prof gc}. */
@NullMarked
package io.holdfast.benchmarks.jmh;

import org.jspecify.annotations.NullMarked;
