package io.holdfast.testkit.memory;

import io.holdfast.spi.ErrorReplyException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The scripts of the fair lock in plain Java, line by line what the {@code fair*.lua} files do. A method can be overridden
 * to plant a bug. Not thread-safe.
 */
public class FairScripts {

  private static final long IDLE_MILLIS = 300_000;
  private static final Pattern WAIT = Pattern.compile("(\\d+)\\.(\\d+) (\\d+) (\\d) (\\d+) (\\d+)");
  private static final Pattern NUDGED = Pattern.compile("(\\d+) (.*)");

  /** What the scripts read and write. */
  protected final Keyspace keys;

  /** Where grants are published. */
  protected final Channels channels;

  private List<String> names = List.of();
  private List<String> arguments = List.of();
  private boolean isNudged;

  /**
   * On the keys and channels of one server.
   *
   * @param keys what the scripts read and write
   * @param channels where grants are published
   */
  public FairScripts(Keyspace keys, Channels channels) {
    this.keys = keys;
    this.channels = channels;
  }

  /**
   * Runs a script.
   *
   * @param script its name, as {@link ScriptCatalogue} has it
   * @param ofKeys {@code KEYS}
   * @param ofArguments {@code ARGV}
   * @return the reply: a number, a text or a list of these
   */
  public final Object run(String script, List<String> ofKeys, List<String> ofArguments) {
    names = ofKeys;
    arguments = ofArguments;
    isNudged = false;
    return switch (script) {
      case "fair_join" -> join();
      case "fair_release" -> release();
      case "fair_force" -> force();
      case "fair_inspect" -> inspect();
      default -> throw new IllegalArgumentException("no script '" + script + "'");
    };
  }

  private String name() {
    return names.get(0);
  }

  private String queue() {
    return names.get(1);
  }

  private String scores() {
    return names.get(2);
  }

  private String waits() {
    return names.get(3);
  }

  private String seat() {
    return arguments.get(0);
  }

  private long argument(int number) {
    return Long.parseLong(arguments.get(number - 1));
  }

  private long nowMillis() {
    return keys.nowMicros() / 1_000;
  }

  /**
   * {@return the field of the hash}
   *
   * @param seat whose
   * @param number of its wait
   */
  protected String holder(String seat, long number) {
    return seat.substring(0, seat.lastIndexOf(':') + 1) + number;
  }

  private String me() {
    return holder(seat(), argument(2));
  }

  /**
   * What is known of a waiter.
   *
   * @param number of its wait
   * @param join of its joins
   * @param till when it is dead, if nothing is heard of it
   * @param hears whether its client is known to listen
   * @param lease in ms
   * @param floor what its stamp must be above
   */
  protected record Wait(long number, long join, long till, boolean hears, long lease, long floor) {

    private static @Nullable Wait of(@Nullable String text) {
      Matcher parts = WAIT.matcher(text == null ? "" : text);
      return !parts.matches()
          ? null
          : new Wait(
              Long.parseLong(parts.group(1)),
              Long.parseLong(parts.group(2)),
              Long.parseLong(parts.group(3)),
              parts.group(4).equals("1"),
              Long.parseLong(parts.group(5)),
              Long.parseLong(parts.group(6)));
    }

    @Override
    public String toString() {
      return number + "." + join + " " + till + " " + (hears ? 1 : 0) + " " + lease + " " + floor;
    }
  }

  private @Nullable Wait waitOf(String seat) {
    return Wait.of(keys.hget(waits(), seat));
  }

  /**
   * {@return whether somebody listens on the seat's channel}
   *
   * @param seat whose
   */
  protected boolean listens(String seat) {
    return arguments.get(4).isEmpty() || channels.count(arguments.get(3) + ":" + seat) > 0;
  }

  private void tell(String seat, String text) {
    channels.publish(arguments.get(3) + ":" + seat, text);
  }

  /**
   * Takes an entry out of the queue.
   *
   * @param seat there or not
   */
  protected void remove(String seat) {
    List<String> items = new ArrayList<>(keys.list(queue()));
    items.remove(seat);
    keys.setList(queue(), items);
    keys.hdel(waits(), seat);
    Map<String, Long> all = new HashMap<>(keys.scores(scores()));
    Long score = all.remove(seat);
    if (score != null) {
      all.replaceAll((member, other) -> other >= score ? other - IDLE_MILLIS : other);
      keys.setScores(scores(), all);
    }
  }

  private long grant(String holder, long floor, long lease) {
    long now = keys.nowMicros();
    long stamp = now > floor ? now : floor + argument(7);
    keys.hset(name(), holder, "f" + stamp);
    keys.pexpire(name(), lease);
    return stamp;
  }

  private boolean nudge(String entry, int at) {
    Matcher told = NUDGED.matcher(String.valueOf(keys.hget(waits(), "nudged")));
    boolean isKnown = told.matches() && told.group(2).equals(entry);
    if (!isKnown) {
      keys.hset(waits(), "nudged", nowMillis() + " " + entry);
      keys.pexpire(waits(), IDLE_MILLIS);
    } else if (hasBeenToldFor(nowMillis() - Long.parseLong(told.group(1)))) {
      return false;
    }
    if (at > 0) {
      List<String> items = new ArrayList<>(keys.list(queue()));
      items.remove(entry);
      items.add(0, entry);
      keys.setList(queue(), items);
    }
    tell(entry, "0");
    isNudged = true;
    return true;
  }

  /**
   * {@return whether a waiter of Redisson's does not come}
   *
   * @param millis since it was told
   */
  protected boolean hasBeenToldFor(long millis) {
    return millis > argument(8);
  }

  /**
   * {@return whether nothing was heard of that waiter for too long}
   *
   * @param wait what is known of it
   */
  protected boolean isSilent(Wait wait) {
    return wait.till() <= nowMillis();
  }

  /**
   * Decides about one who does not listen for now.
   *
   * @param seat whose
   * @return whether it keeps its place
   */
  protected boolean passOver(String seat) {
    return true;
  }

  /**
   * {@return what the stamp of a grant must be above}
   *
   * @param floor of who gives
   * @param wait who gets it
   */
  protected long floor(long floor, Wait wait) {
    return Math.max(floor, wait.floor());
  }

  /** Who has it now; null if there is nobody. */
  private @Nullable Granted give(long floor, @Nullable String self) {
    int at = 0;
    while (at < keys.list(queue()).size()) {
      String seat = keys.list(queue()).get(at);
      Wait wait = waitOf(seat);
      Long score = wait != null ? null : keys.scores(scores()).get(seat);
      if ((wait != null && isSilent(wait)) || (score != null && at == 0 && score <= nowMillis())) {
        remove(seat);
      } else if (wait != null && (seat.equals(self) || !wait.hears() || listens(seat))) {
        remove(seat);
        String holder = holder(seat, wait.number());
        long stamp = grant(holder, floor(floor, wait), wait.lease());
        if (!seat.equals(self)) {
          tell(seat, "g" + stamp + " " + wait.number() + "." + wait.join());
        }
        return new Granted(holder, stamp);
      } else if (wait == null && listens(seat) && nudge(seat, at)) {
        return null;
      } else if ((wait == null && score == null) || !passOver(seat)) {
        remove(seat);
      } else {
        at++;
      }
    }
    return null;
  }

  private record Granted(String holder, long stamp) {}

  private Object join() {
    long now = keys.nowMicros();
    if (now > argument(10)) {
      return List.of(2L, now);
    }
    long remaining = keys.pttl(name());
    String mine = keys.hget(name(), me());
    if (mine != null) {
      keys.pexpire(name(), Math.max(remaining, argument(9)));
      long stamp = Long.parseLong(mine.substring(1));
      return List.of(1L, stamp > argument(6) ? stamp : grant(me(), argument(6), argument(9)), now);
    }
    String kind = kind();
    if (!kind.equals("hash") && !kind.equals("none")) {
      return List.of(3L, kind);
    }
    String value = kind.equals("none") ? "f0" : keys.hgetall(name()).get(1);
    Wait known = waitOf(seat());
    boolean isQueued = !arguments.get(11).equals("once");
    boolean isOld = isOld(known);
    if (!isOld
        && isQueued
        && (remaining != Keyspace.NO_KEY || !keys.list(queue()).isEmpty())) {
      enter(known);
    }
    if (remaining == Keyspace.NO_KEY && !isOld) {
      Granted granted = give(argument(6), isQueued ? self() : null);
      if (granted == null && !isNudged) {
        granted = new Granted(me(), grant(me(), argument(6), argument(9)));
      }
      if (granted != null && granted.holder().equals(me())) {
        return List.of(1L, granted.stamp(), now);
      }
      remaining = isNudged ? 1_000 : keys.pttl(name());
    }
    return List.of(0L, remaining, value.startsWith("f") ? Long.parseLong(value.substring(1)) : 0L);
  }

  /** {@return who asks: it is there, whether it listens or not} */
  protected @Nullable String self() {
    return seat();
  }

  /**
   * {@return whether this is a late copy: the seat's next wait has begun}
   *
   * @param known what is known of the seat
   */
  protected boolean isOld(@Nullable Wait known) {
    return known != null && known.number() > argument(2);
  }

  private void enter(@Nullable Wait known) {
    boolean isPlaced =
        known != null && known.number() == argument(2) && isInQueue(keys.list(queue()), seat());
    if (isPlaced && known != null && known.join() > argument(11)) {
      return;
    }
    if (!isPlaced) {
      remove(seat());
      List<String> items = new ArrayList<>(keys.list(queue()));
      Long score = items.isEmpty() ? null : keys.scores(scores()).get(items.get(items.size() - 1));
      if (score != null) {
        Map<String, Long> all = new HashMap<>(keys.scores(scores()));
        all.put(seat(), score + IDLE_MILLIS);
        keys.setScores(scores(), all);
      }
      items.add(seat());
      keys.setList(queue(), items);
    }
    boolean hears =
        arguments.get(11).equals("listens") && !arguments.get(4).isEmpty() && listens(seat());
    Wait wait = new Wait(
        argument(2), argument(11), nowMillis() + argument(8), hears, argument(9), argument(6));
    keys.hset(waits(), seat(), wait.toString());
    names.subList(1, 4).forEach(key -> keys.pexpire(key, IDLE_MILLIS));
  }

  /**
   * {@return whether the seat has its place}
   *
   * @param items the queue
   * @param seat whose
   */
  protected boolean isInQueue(List<String> items, String seat) {
    return items.contains(seat);
  }

  private Object release() {
    String value = keys.type(name()).equals("hash") ? keys.hget(name(), me()) : null;
    Wait known = waitOf(seat());
    if (known != null && mayRemove(known)) {
      remove(seat());
    }
    if (value != null) {
      give(Math.max(argument(6), Long.parseLong(value.substring(1))), null);
      keys.hdel(name(), me());
      return 1L;
    }
    if (!keys.hdel(name(), me()) && keys.type(name()).equals("none")) {
      leftFree();
    }
    return 0L;
  }

  /**
   * {@return whether a release touches that wait}
   *
   * @param known of the same seat
   */
  protected boolean mayRemove(Wait known) {
    return known.number() <= argument(2);
  }

  /** Somebody left, and the lock is free: it may have been told so. */
  protected void leftFree() {
    give(argument(6), null);
  }

  private Object force() {
    String kind = kind();
    if (kind.equals("none")) {
      give(argument(6), null);
      return 0L;
    }
    if (!kind.equals("hash")) {
      throw new ErrorReplyException("WRONGTYPE the key holds a " + kind);
    }
    List<String> fields = keys.hgetall(name());
    long stamp = fields.get(1).startsWith("f") ? Long.parseLong(fields.get(1).substring(1)) : 0;
    give(Math.max(argument(6), stamp), null);
    keys.hdel(name(), fields.get(0));
    return 1L;
  }

  private Object inspect() {
    String kind = kind();
    boolean isHash = keys.type(name()).equals("hash");
    List<String> fields = isHash ? keys.hgetall(name()) : List.of("", "");
    List<String> items = keys.list(queue());
    long own = 0;
    for (int i = items.size(); i > 0; i--) {
      own = items.get(i - 1).startsWith(arguments.get(0) + ":s") ? i : own;
    }
    return List.of(
        kind,
        keys.pttl(name()),
        keys.nowMicros(),
        fields.get(0),
        fields.get(1),
        (long) items.size(),
        own);
  }

  private String kind() {
    String type = keys.type(name());
    if (!type.equals("hash")) {
      return type;
    }
    List<String> fields = keys.hgetall(name());
    if (keys.hexists(name(), "mode")) {
      return "read/write lock";
    }
    if (fields.size() == 2 && fields.get(1).matches("t\\d+")) {
      return "lock that is not fair";
    }
    boolean isLock = fields.size() == 2
        && Pattern.compile(":\\d+$").matcher(fields.get(0)).find()
        && fields.get(1).matches("f?\\d+");
    return isLock ? type : "hash of another kind";
  }
}
