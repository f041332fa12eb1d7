/** What the lock costs: commands, connections, threads, as counted by the server. */
@NullMarked
package io.holdfast.tests.cost;

import org.jspecify.annotations.NullMarked;
