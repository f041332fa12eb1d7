package io.holdfast.testkit;

import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * One primary, its replicas and three sentinels, in processes of their own. Thread-safe for questions.
 *
 * <p>The sentinels know each other from the start (they would need two seconds to meet) and take a server for
 * dead after one second. A primary deposed by {@link #failover()} takes writes for some eight seconds more before
 * the sentinels make it a replica: Redis, not the kit.
 */
public final class SentinelGroup implements AutoCloseable {

  private static final String NAME = "holdfast-primary";
  private static final Duration READY_LIMIT = Duration.ofSeconds(15);
  private static final int SENTINELS = 3;

  private final List<RedisServer> servers = new ArrayList<>();
  private final List<RedisServer> sentinels = new ArrayList<>();

  private SentinelGroup() {}

  /** {@return a new group of a primary with one replica} */
  public static SentinelGroup start() {
    return start(1);
  }

  /**
   * {@return a new group, once every sentinel would carry out a failover}
   *
   * @param replicas of the primary
   */
  public static SentinelGroup start(int replicas) {
    return start(replicas, server -> {});
  }

  /**
   * {@return a new group, once every sentinel would carry out a failover}
   *
   * @param replicas of the primary
   * @param settings applied to primary and replicas alike, not to sentinels
   */
  public static SentinelGroup start(int replicas, Consumer<RedisServerBuilder> settings) {
    SentinelGroup group = new SentinelGroup();
    try {
      group.startServers(replicas, settings);
      group.startSentinels();
      return group;
    } catch (RuntimeException | Error e) {
      group.close();
      throw e;
    }
  }

  private void startServers(int replicas, Consumer<RedisServerBuilder> settings) {
    RedisServerBuilder first = RedisServer.builder();
    settings.accept(first);
    RedisServer primary = first.start();
    servers.add(primary);
    for (int i = 0; i < replicas; i++) {
      RedisServerBuilder replica = RedisServer.builder()
          .replicaOf(primary)
          .config("replica-priority", Integer.toString(10 + i));
      settings.accept(replica);
      servers.add(replica.start());
    }
  }

  private void startSentinels() {
    List<Integer> ports =
        IntStream.range(0, SENTINELS).map(i -> Ports.free()).boxed().toList();
    for (int me = 0; me < SENTINELS; me++) {
      sentinels.add(RedisServer.builder()
          .sentinel(sentinelLines(me, ports))
          .port(ports.get(me))
          .create());
    }
    sentinels.forEach(RedisServer::awaitReady);
    awaitReady();
  }

  private List<String> sentinelLines(int me, List<Integer> ports) {
    List<String> lines = new ArrayList<>();
    lines.add("sentinel myid " + sentinelId(me));
    lines.add("sentinel monitor " + NAME + " 127.0.0.1 " + servers.get(0).port() + " 2");
    lines.add("sentinel down-after-milliseconds " + NAME + " 1000");
    lines.add("sentinel failover-timeout " + NAME + " 3000");
    for (RedisServer replica : servers.subList(1, servers.size())) {
      lines.add("sentinel known-replica " + NAME + " 127.0.0.1 " + replica.port());
    }
    for (int other = 0; other < SENTINELS; other++) {
      if (other != me) {
        lines.add("sentinel known-sentinel " + NAME + " 127.0.0.1 " + ports.get(other) + " "
            + sentinelId(other));
      }
    }
    return lines;
  }

  private static String sentinelId(int number) {
    return String.format("%040x", 0x5e71e1L + number);
  }

  /** {@return what the sentinels call the primary} */
  public String primaryName() {
    return NAME;
  }

  /** {@return {@code redis-sentinel://h1:p1,h2:p2,h3:p3#name}} */
  public String uri() {
    return sentinels.stream()
        .map(sentinel -> "127.0.0.1:" + sentinel.port())
        .collect(Collectors.joining(",", "redis-sentinel://", "#" + NAME));
  }

  /** {@return primary and replicas, in the order they were started} */
  public List<RedisServer> servers() {
    return List.copyOf(servers);
  }

  /** {@return the three sentinels} */
  public List<RedisServer> sentinels() {
    return List.copyOf(sentinels);
  }

  /**
   * Sets when the sentinels take a server for dead. At first: after 1 s.
   *
   * @param silence how long it may be silent; whole milliseconds
   */
  public void setPatience(Duration silence) {
    sentinels.forEach(sentinel -> sentinel.command(
        "SENTINEL", "SET", NAME, "down-after-milliseconds", Long.toString(silence.toMillis())));
  }

  /** {@return the primary, as the first sentinel that answers has it} */
  public RedisServer primary() {
    return sentinels.stream()
        .flatMap(sentinel -> primaryAccordingTo(sentinel).stream())
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("no sentinel of " + uri() + " answers"));
  }

  /**
   * Asks for a failover as an operator does, and waits until it is done.
   *
   * @return the new primary
   */
  public RedisServer failover() {
    RedisServer old = primary();
    Eventually.within(READY_LIMIT)
        .eventually("a sentinel starts the failover", () -> startFailover());
    return awaitPrimaryOtherThan(old);
  }

  /**
   * Kills the primary (SIGKILL); {@link #awaitPrimaryOtherThan} waits for its successor.
   *
   * @return the killed one
   */
  public RedisServer killPrimary() {
    RedisServer primary = primary();
    primary.kill();
    return primary;
  }

  /**
   * Waits until every sentinel that runs names the same other primary, and that one agrees.
   *
   * @param old who was the primary before
   * @return the new primary
   */
  public RedisServer awaitPrimaryOtherThan(RedisServer old) {
    Eventually.within(Duration.ofSeconds(20))
        .eventually(
            "a primary other than 127.0.0.1:" + old.port(), () -> primary() != old && isSettled());
    return primary();
  }

  private boolean startFailover() {
    try {
      return "OK".equals(sentinels.get(0).command("SENTINEL", "FAILOVER", NAME));
    } catch (RespException notYet) { // INPROG, NOGOODSLAVE: asked again until the limit
      return false;
    }
  }

  private boolean isSettled() {
    RedisServer primary = primary();
    return sentinels.stream()
            .filter(RedisServer::isAlive)
            .allMatch(sentinel -> primaryAccordingTo(sentinel).orElse(null) == primary)
        && primary.isAlive()
        && primary.info("replication", "role").equals("master");
  }

  private Optional<RedisServer> primaryAccordingTo(RedisServer sentinel) {
    try {
      Object address = sentinel.command("SENTINEL", "GET-MASTER-ADDR-BY-NAME", NAME);
      return address instanceof List<?> hostAndPort
          ? serverOn(hostAndPort.get(1))
          : Optional.empty();
    } catch (UncheckedIOException away) { // the others are asked instead
      return Optional.empty();
    }
  }

  private Optional<RedisServer> serverOn(@Nullable Object port) {
    return servers.stream()
        .filter(server -> Integer.toString(server.port()).equals(port))
        .findFirst();
  }

  /** Waits until every sentinel sees the primary, all replicas in step, and the other sentinels. */
  private void awaitReady() {
    String expected = "status=ok,address=127.0.0.1:" + servers.get(0).port() + ",slaves="
        + (servers.size() - 1) + ",sentinels=" + SENTINELS;
    Eventually.within(READY_LIMIT)
        .eventually(
            "every sentinel reports " + expected,
            () -> sentinels.stream()
                .allMatch(sentinel -> sentinel.info("sentinel", "master0").endsWith(expected)
                    && String.valueOf(command(sentinel, "SENTINEL", "CKQUORUM", NAME))
                        .startsWith("OK 3")));
  }

  private static @Nullable Object command(RedisServer sentinel, String... args) {
    try {
      return sentinel.command(args);
    } catch (RespException no) { // NOQUORUM: an answer like any other here
      return no.getMessage();
    }
  }

  /** Ends all processes. */
  @Override
  public void close() {
    sentinels.forEach(RedisServer::close);
    servers.forEach(RedisServer::close);
  }
}
