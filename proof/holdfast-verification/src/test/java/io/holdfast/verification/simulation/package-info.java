/** Random schedules, the server they run on, and the bugs they must find. */
@NullMarked
package io.holdfast.verification.simulation;

import org.jspecify.annotations.NullMarked;
