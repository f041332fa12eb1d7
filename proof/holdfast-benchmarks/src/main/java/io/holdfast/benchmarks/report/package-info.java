/** What came out: table, targets, JSON and charts. */
@NullMarked
package io.holdfast.benchmarks.report;

import org.jspecify.annotations.NullMarked;
