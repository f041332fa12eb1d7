package io.holdfast.internal;

import io.holdfast.LockListener;
import io.holdfast.spi.GatewaySettings;
import io.holdfast.spi.Ticker;
import java.time.Duration;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** What {@link io.holdfast.HoldfastBuilder} collected and checked. */
public record Settings(
    String clientName,
    Duration leaseTime,
    Duration commandTimeout,
    Duration unavailableAfter,
    int handOvers,
    Duration handOverTime,
    GatewaySettings.PubSub pubSub,
    @Nullable LockListener listener,
    Executor executor,
    Ticker ticker) {}
