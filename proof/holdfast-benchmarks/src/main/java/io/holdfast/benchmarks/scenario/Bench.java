package io.holdfast.benchmarks.scenario;

import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What a run gives to every scenario.
 *
 * @param uri the server
 * @param server its statistics
 * @param rounds how often each entry runs
 * @param time how long a round is
 * @param warmUp how long an entry warms up
 * @param newerJava a java command with virtual threads, if there is one
 */
public record Bench(
    String uri,
    ServerStats server,
    int rounds,
    Duration time,
    Duration warmUp,
    @Nullable Path newerJava) {}
