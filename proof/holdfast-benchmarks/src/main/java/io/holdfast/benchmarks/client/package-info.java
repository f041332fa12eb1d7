/** What a client process does when it is told to. */
@NullMarked
package io.holdfast.benchmarks.client;

import org.jspecify.annotations.NullMarked;
