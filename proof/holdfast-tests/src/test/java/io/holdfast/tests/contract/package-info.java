/** The lock's contract on every arrangement of servers. */
@NullMarked
package io.holdfast.tests.contract;

import org.jspecify.annotations.NullMarked;
