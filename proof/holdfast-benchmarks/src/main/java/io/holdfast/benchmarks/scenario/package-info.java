/** What is measured: each scenario sets its entries up and runs one round at a time. */
@NullMarked
package io.holdfast.benchmarks.scenario;

import org.jspecify.annotations.NullMarked;
