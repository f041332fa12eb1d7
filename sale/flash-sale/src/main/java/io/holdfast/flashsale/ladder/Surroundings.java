package io.holdfast.flashsale.ladder;

import io.holdfast.Holdfast;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import java.time.Duration;
import javax.sql.DataSource;

/**
 * What one instance has: the service has one of these, the Lab several in one JVM.
 *
 * @param instance its name, the same after a restart
 * @param redis its own connection
 * @param holdfast its own lock client
 * @param database shared by all
 * @param points who is told when a rung passes a point
 * @param lockTime the expiry of lock keys on rungs 4 to 7, and the lease on rungs 8 and 9
 * @param patience how long a buyer waits for a lock
 * @param payWithin how long an order waits for its payment
 */
public record Surroundings(
    String instance,
    RedisClusterAsyncCommands<String, String> redis,
    Holdfast holdfast,
    DataSource database,
    Points points,
    Duration lockTime,
    Duration patience,
    Duration payWithin) {}
