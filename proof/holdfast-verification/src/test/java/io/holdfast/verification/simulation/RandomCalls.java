package io.holdfast.verification.simulation;

import java.util.List;
import java.util.random.RandomGenerator;

/** Tells both servers something at random: calls as the engine makes them, and what others may have put in its way. */
final class RandomCalls {

  private static final List<String> LOCKS = List.of("a", "b");
  private static final List<String> HOLDERS = List.of("x:1", "x:2", "y:1");

  private final Twins twins;
  private final RandomGenerator random;

  RandomCalls(Twins twins, RandomGenerator random) {
    this.twins = twins;
    this.random = random;
  }

  /** Does one thing, and says what. */
  String next() {
    String name = pick(LOCKS);
    String holder = pick(HOLDERS);
    return switch (random.nextInt(20)) {
      case 0, 1, 2, 3, 4, 5 -> acquire(name, holder, lease());
      case 6, 7, 8 -> call("release", name, List.of(holder, "PUBLISH", channelOf(name)));
      case 9, 10 -> renew(holder);
      case 11, 12, 13 -> yieldTurn(name, holder);
      case 14 -> call("force", name, List.of("PUBLISH", channelOf(name)));
      case 15, 16 -> call("inspect", name, List.of());
      case 17 -> listen();
      case 18 -> foreign(name);
      default -> expire(name, holder);
    };
  }

  private String pick(List<String> choices) {
    return choices.get(random.nextInt(choices.size()));
  }

  private static String channelOf(String name) {
    return "redisson_lock__channel:{" + name + "}";
  }

  private String lease() {
    return random.nextInt(15) == 0
        ? String.valueOf(Long.MAX_VALUE)
        : String.valueOf(random.nextInt(20_000, 900_000));
  }

  private String floor() {
    long ahead = random.nextInt(3) == 0 ? 3_600_000_000L : -3_600_000_000L;
    return String.valueOf(twins.realMicros() + ahead);
  }

  private String acquire(String name, String holder, String lease) {
    long later = random.nextInt(6) == 0 ? -1_000 : 60_000_000;
    String notAfter = String.valueOf(twins.realMicros() + later);
    return call("acquire", name, List.of(holder, lease, floor(), notAfter, step()));
  }

  private String renew(String holder) {
    String lease = String.valueOf(random.nextInt(20_000, 900_000));
    if (random.nextBoolean()) {
      twins.run("renew", LOCKS, List.of(lease, "extend", holder, pick(HOLDERS)));
      return "renew";
    }
    String name = pick(LOCKS);
    return call("renew", name, List.of(lease, "set", holder, "PUBLISH", channelOf(name)));
  }

  private String yieldTurn(String name, String holder) {
    String counts = random.nextInt(4) == 0 ? "" : "NUMSUB";
    String own = String.valueOf(random.nextInt(2));
    String lease = String.valueOf(random.nextInt(20_000, 900_000));
    return call(
        "yield",
        name,
        List.of(holder, "PUBLISH", channelOf(name), lease, floor(), counts, own, step()));
  }

  private String step() {
    return String.valueOf(random.nextInt(1, 1_022));
  }

  private String listen() {
    boolean on = random.nextBoolean();
    twins.listen(on);
    return "listen " + on;
  }

  private String foreign(String name) {
    String kind = pick(List.of("text", "mode", "z:1", "name", "none"));
    if (kind.equals("none")) {
      twins.delete(name);
    } else {
      twins.foreign(name, kind.equals("text") ? null : kind);
    }
    return "foreign " + kind + " under " + name;
  }

  private String expire(String name, String holder) {
    twins.delete(name);
    int millis = random.nextInt(1, 8);
    twins.looksAtKeys(false);
    acquire(name, holder, String.valueOf(millis));
    twins.outwait(millis);
    twins.looksAtKeys(true);
    return call("inspect", name, List.of());
  }

  private String call(String script, String name, List<String> arguments) {
    twins.run(script, List.of(name), arguments);
    return script + " " + name + " " + arguments;
  }
}
