/**
 * The gateway to Redis and Valkey over Lettuce. Start at {@link io.holdfast.lettuce.LettuceGateways};
 * with a URI alone, {@code Holdfast.connect} finds this module by itself.
 */
@NullMarked
package io.holdfast.lettuce;

import org.jspecify.annotations.NullMarked;
