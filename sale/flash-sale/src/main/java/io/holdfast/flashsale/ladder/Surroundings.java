package io.holdfast.flashsale.ladder;

import io.holdfast.Holdfast;
import io.holdfast.flashsale.accept.Pledges;
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
 * @param pledges what it has promised
 */
public record Surroundings(
    String instance,
    RedisClusterAsyncCommands<String, String> redis,
    Holdfast holdfast,
    DataSource database,
    Points points,
    Duration lockTime,
    Duration patience,
    Duration payWithin,
    Pledges pledges) {

  /** An instance that has promised nothing so far. */
  public Surroundings(
      String instance,
      RedisClusterAsyncCommands<String, String> redis,
      Holdfast holdfast,
      DataSource database,
      Points points,
      Duration lockTime,
      Duration patience,
      Duration payWithin) {
    this(instance, redis, holdfast, database, points, lockTime, patience, payWithin, new Pledges());
  }
}
