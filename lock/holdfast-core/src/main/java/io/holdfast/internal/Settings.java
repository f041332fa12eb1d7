package io.holdfast.internal;

import io.holdfast.LockListener;
import io.holdfast.spi.GatewaySettings;
import io.holdfast.spi.Ticker;
import java.time.Duration;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * What {@link io.holdfast.HoldfastBuilder} collected and checked.
 *
 * @param keyPrefix stands before every name; empty for nothing
 * @param holdWarning after how long a hold is suspicious; zero for never
 * @param executor runs listeners and completes futures; null for the client's own threads
 */
public record Settings(
    String clientName,
    String keyPrefix,
    Duration leaseTime,
    Duration commandTimeout,
    Duration unavailableAfter,
    int handOvers,
    Duration handOverTime,
    Duration holdWarning,
    GatewaySettings.PubSub pubSub,
    @Nullable LockListener listener,
    @Nullable Executor executor,
    Ticker ticker) {}
