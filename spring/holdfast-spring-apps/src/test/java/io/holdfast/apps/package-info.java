/** Small applications, started for real as two processes on one redis-server. */
@NullMarked
package io.holdfast.apps;

import org.jspecify.annotations.NullMarked;
