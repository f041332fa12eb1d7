package io.holdfast.lettuce;

import io.holdfast.testkit.FaultProxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Predicate;

/** What a network and its servers do to one client: anything, to any command, at random. Not thread-safe. */
final class Weather {

  /** What a server may say in place of what was asked for. */
  private static final List<String> ERRORS = List.of(
      "BUSY Redis is busy running a script. You can only call SCRIPT KILL or SHUTDOWN NOSAVE.",
      "NOPERM this user has no permissions to run this command or access its channel",
      "OOM command not allowed when used memory > 'maxmemory'.",
      "READONLY You can't write against a read only replica.",
      "LOADING Redis is loading the dataset in memory",
      "CLUSTERDOWN The cluster is down",
      "MISCONF Errors writing to the AOF file");

  /** What a gateway may send; those for channels twice, for they have a connection of their own. */
  private static final List<String> COMMANDS = List.of(
      "SUBSCRIBE",
      "SSUBSCRIBE",
      "UNSUBSCRIBE",
      "SUNSUBSCRIBE",
      "SUBSCRIBE",
      "SSUBSCRIBE",
      "PING",
      "ROLE",
      "HELLO",
      "CLIENT",
      "EVAL",
      "CLUSTER",
      "SENTINEL");

  private static final String FORBIDDEN = ERRORS.get(1);

  private final Random random;
  private final List<FaultProxy> proxies;
  private final List<String> log = new ArrayList<>();
  private Predicate<String> forbidden = command -> false;

  Weather(Random random, List<FaultProxy> proxies) {
    this.random = random;
    this.proxies = proxies;
  }

  /** From now on, in calm too, nobody may subscribe to a channel with this in its name. */
  void forbid(String inName) {
    Predicate<String> plain = FaultProxy.command("SUBSCRIBE", inName);
    Predicate<String> sharded = FaultProxy.command("SSUBSCRIBE", inName);
    forbidden = plain.or(sharded);
    calm();
  }

  /** Nothing but what is forbidden for good. */
  void calm() {
    for (FaultProxy proxy : proxies) {
      proxy.heal();
      proxy.fail(forbidden, FORBIDDEN);
    }
  }

  /** Other weather: up to three things at once, at one proxy or at all. */
  void turn() {
    calm();
    for (int things = 1 + random.nextInt(3); things > 0; things--) {
      int one = random.nextInt(2 * proxies.size());
      strike(one < proxies.size() ? List.of(proxies.get(one)) : proxies);
    }
  }

  private void strike(List<FaultProxy> struck) {
    String name = COMMANDS.get(random.nextInt(COMMANDS.size()));
    String error = ERRORS.get(random.nextInt(ERRORS.size()));
    Predicate<String> command = FaultProxy.command(name);
    switch (random.nextInt(8)) {
      case 0, 1, 2 -> {
        log.add(name + " always " + error.substring(0, 4));
        struck.forEach(proxy -> proxy.fail(command, error));
      }
      case 3 -> {
        log.add(name + " once " + error.substring(0, 4));
        struck.forEach(proxy -> proxy.failNext(command, error));
      }
      case 4 -> {
        Duration by = Duration.ofMillis(random.nextInt(800));
        log.add(name + " late by " + by.toMillis());
        struck.forEach(proxy -> proxy.delayNextReplyTo(command, by));
      }
      case 5 -> {
        log.add("hang up");
        struck.forEach(FaultProxy::hangUp);
      }
      case 6 -> {
        log.add("cut");
        struck.forEach(FaultProxy::cut);
      }
      default -> {
        log.add("cut channels");
        struck.forEach(FaultProxy::cutPubSub);
      }
    }
  }

  /** How many commands have come since {@link FaultProxy#resetCounts()}. */
  long commands() {
    return proxies.stream()
        .map(FaultProxy::commandCounts)
        .flatMap(counts -> counts.values().stream())
        .mapToLong(Long::longValue)
        .sum();
  }

  @Override
  public String toString() {
    List<Map<String, Long>> counts =
        proxies.stream().map(FaultProxy::commandCounts).toList();
    return log + ", since calm " + counts;
  }
}
