/** A real server for JUnit tests, started when the first of them needs it. */
@NullMarked
package io.holdfast.testkit.junit;

import org.jspecify.annotations.NullMarked;
