package io.holdfast.lettuce;

import io.holdfast.spi.Gateway;
import io.holdfast.testkit.FaultNetwork;
import io.holdfast.testkit.RedisServer;
import io.lettuce.core.RedisClient;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A gateway in {@link Weather}, and what must hold when it is calm again, whatever happened before. The seed is
 * always the same in a build, because real time is in it; {@code -Dholdfast.seed} plays others.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class WeatherContract {

  private static final Logger log = LoggerFactory.getLogger(WeatherContract.class);
  private static final int ROUNDS = Integer.getInteger("holdfast.weather.rounds", 4);

  private FaultNetwork network;
  private RedisClient application;

  @SuppressWarnings("NullAway.Init")
  WeatherContract() {}

  /** Starts the servers. */
  abstract void startServers();

  abstract void stopServers();

  /** Where clients would connect, were there no weather. */
  abstract String uri();

  /** Everybody a client may connect to. */
  abstract List<RedisServer> everybody();

  /** Those on which somebody may listen. */
  abstract List<RedisServer> listenedTo();

  /** Where a message for that channel is published. */
  abstract RedisServer publisher(String channel);

  /** What happens in the middle of a round beside the weather. */
  void interlude(Random random) {}

  @BeforeAll
  final void start() {
    startServers();
    network = FaultNetwork.to(everybody());
    application = RedisClient.create();
  }

  @AfterAll
  final void stop() {
    application.shutdown();
    network.close();
    stopServers();
  }

  final FaultNetwork network() {
    return network;
  }

  final RedisClient application() {
    return application;
  }

  final long listeners(Gateway gateway, String channel) {
    String question = gateway.server().sharded() ? "SHARDNUMSUB" : "NUMSUB";
    long listeners = 0;
    for (RedisServer server : listenedTo()) {
      if (server.command("PUBSUB", question, channel) instanceof List<?> reply) {
        listeners += Long.parseLong(String.valueOf(reply.get(1)));
      }
    }
    return listeners;
  }

  final void publish(Gateway gateway, String channel) {
    publisher(channel).command(gateway.server().sharded() ? "SPUBLISH" : "PUBLISH", channel, "0");
  }

  @Test
  void gateway_afterAnyWeather_hearsWhatWasAskedForAndIsQuiet() {
    long first = Long.getLong("holdfast.seed", 1);
    for (long seed = first; seed < first + ROUNDS; seed++) {
      log.info("{}: -Dholdfast.seed={}", getClass().getSimpleName(), seed);
      WeatherRound round = new WeatherRound(this, seed);
      try {
        round.play();
      } catch (RuntimeException | Error e) {
        throw new AssertionError(
            "-Dholdfast.seed=" + seed + " -Dholdfast.weather.rounds=1, " + round + ": " + e, e);
      }
    }
  }
}
