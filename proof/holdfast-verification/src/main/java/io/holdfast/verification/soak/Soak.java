package io.holdfast.verification.soak;

import io.holdfast.testkit.ClientProcess;
import io.holdfast.testkit.Eventually;
import io.holdfast.testkit.FaultProxy;
import io.holdfast.testkit.RedisServer;
import io.holdfast.verification.traffic.Pace;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Consumer;
import org.awaitility.core.ConditionTimeoutException;

/**
 * Two client processes work at a bounded rate, with a small disturbance now and then; at every sample
 * everybody rests, a client comes and goes in each process, and what is left is counted.
 */
public final class Soak {

  private static final int CLIENTS = 2;
  private static final int THREADS = 4;
  private static final Duration LEASE = Duration.ofSeconds(2);
  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final List<String> JVM = List.of("-Dorg.slf4j.simpleLogger.defaultLogLevel=off");

  private final Duration interval;
  private final int samples;
  private final Duration patience;
  private final int callsPerSecond;
  private final Random random;
  private final List<FaultProxy> proxies = new ArrayList<>();
  private final List<ClientProcess> clients = new ArrayList<>();

  private Soak(Duration interval, int samples, Duration patience, int callsPerSecond, long seed) {
    this.interval = interval;
    this.samples = samples;
    this.patience = patience;
    this.callsPerSecond = callsPerSecond;
    this.random = new Random(seed);
  }

  /**
   * Runs a soak.
   *
   * @param subject the lock under test, by name
   * @param interval between two samples
   * @param samples how many
   * @param patience how long what was used last may stay after the work: a lock whose release had no answer
   *     lives for a lease, a subscription is kept for some seconds
   * @param callsPerSecond of all clients together, at most
   * @param seed for every choice
   * @param progress is shown every sample at once
   */
  public static List<Sample> of(
      String subject,
      Duration interval,
      int samples,
      Duration patience,
      int callsPerSecond,
      long seed,
      Consumer<Sample> progress) {
    return new Soak(interval, samples, patience, callsPerSecond, seed)
        .carryOut(subject, seed, progress);
  }

  private List<Sample> carryOut(String subject, long seed, Consumer<Sample> progress) {
    List<Sample> taken = new ArrayList<>();
    try (RedisServer server = RedisServer.start()) {
      for (int i = 0; i < CLIENTS; i++) {
        FaultProxy proxy = FaultProxy.to(server);
        proxies.add(proxy);
        SoakPlan plan = new SoakPlan(
            subject, proxy.uri(), i, THREADS, Math.max(1, callsPerSecond / CLIENTS), LEASE, seed);
        clients.add(
            ClientProcess.start(JVM, SoakMain.class, plan.toArguments().toArray(String[]::new)));
      }
      clients.forEach(client -> client.awaitLine("READY", LIMIT));
      long start = System.nanoTime();
      for (int i = 0; i < samples; i++) {
        long[] done = work(server);
        Sample sample = sample(server, (System.nanoTime() - start) / 1_000_000_000, done);
        taken.add(sample);
        progress.accept(sample);
      }
      return taken;
    } finally {
      clients.forEach(ClientProcess::close);
      proxies.forEach(FaultProxy::close);
    }
  }

  /** Calls and failures so far. */
  private long[] work(RedisServer server) {
    clients.forEach(client -> client.send("WORK " + interval.toMillis()));
    Pace.millis(interval.toMillis() / 2.0);
    disturb(server);
    long[] done = new long[2];
    for (ClientProcess client : clients) {
      String[] word = client.awaitLine("RESTED", interval.plus(LIMIT)).split(" ", -1);
      done[0] += Long.parseLong(word[1]);
      done[1] += Long.parseLong(word[2]);
    }
    return done;
  }

  /** What happens to a service in an ordinary hour: connections break, scripts are forgotten, a server hangs. */
  private void disturb(RedisServer server) {
    switch (random.nextInt(5)) {
      case 0 -> server.killPubSubConnections();
      case 1 -> server.command("SCRIPT", "FLUSH");
      case 2 -> proxies.get(random.nextInt(CLIENTS)).cut();
      case 3 -> {
        server.pause();
        Pace.millis(LEASE.toMillis() / 10.0);
        server.resume();
      }
      default -> {} // an interval in peace
    }
  }

  private Sample sample(RedisServer server, long seconds, long[] done) {
    Map<Measure, Long> values = new EnumMap<>(Measure.class);
    for (ClientProcess client : clients) {
      client.send("SAMPLE");
      String[] word = client.awaitLine("SAMPLE", LIMIT).split(" ", -1);
      values.merge(Measure.HEAP, Long.parseLong(word[1]), Long::sum);
      values.merge(Measure.THREADS, Long.parseLong(word[2]), Long::sum);
      values.merge(Measure.FILES, Long.parseLong(word[3]), Long::sum);
      values.merge(Measure.ACTIVITIES, Long.parseLong(word[4]), Long::sum);
    }
    awaitRest(server);
    values.put(Measure.KEYS, (long) server.keys().size());
    values.put(Measure.CHANNELS, (long) server.channels().size());
    values.put(Measure.CONNECTIONS, Long.parseLong(server.info("clients", "connected_clients")));
    values.put(Measure.SERVER_MEMORY, Long.parseLong(server.info("memory", "used_memory")));
    return new Sample(seconds, done[0], done[1], values);
  }

  private void awaitRest(RedisServer server) {
    try {
      Eventually.within(patience)
          .eventually(
              "nothing is left",
              () -> server.keys().isEmpty() && server.channels().isEmpty());
    } catch (ConditionTimeoutException stillThere) { // which is what we measure
    }
  }
}
