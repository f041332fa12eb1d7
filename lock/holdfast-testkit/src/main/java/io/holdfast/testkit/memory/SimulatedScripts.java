package io.holdfast.testkit.memory;

import io.holdfast.spi.ErrorReplyException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The scripts of the protocol in plain Java, line by line what the {@code .lua} files do. A method can be
 * overridden to plant a bug. Not thread-safe.
 */
public class SimulatedScripts {

  private static final Pattern STAMP = Pattern.compile("t\\d+");
  private static final Pattern HOLDER = Pattern.compile(":\\d+$");
  private static final Pattern VALUE = Pattern.compile("t?\\d+");

  /** What the scripts read and write. */
  protected final Keyspace keys;
  /** Where releases are published. */
  protected final Channels channels;

  private final FairScripts fair;

  /**
   * On the keys and channels of one server.
   *
   * @param keys what the scripts read and write
   * @param channels where releases are published
   */
  public SimulatedScripts(Keyspace keys, Channels channels) {
    this.keys = keys;
    this.channels = channels;
    this.fair = new FairScripts(keys, channels);
  }

  /**
   * Runs a script.
   *
   * @param script its name, as {@link ScriptCatalogue} has it
   * @param names {@code KEYS}
   * @param arguments {@code ARGV}
   * @return the reply: a number, a text or a list of these
   */
  public final Object run(String script, List<String> names, List<String> arguments) {
    return switch (script) {
      case "acquire" -> acquire(names.get(0), arguments);
      case "renew" -> renew(names, arguments);
      case "release" -> release(names.get(0), arguments.get(0), arguments.get(2));
      case "yield" -> yieldTurn(names.get(0), arguments);
      case "force" -> force(names.get(0), arguments.get(1));
      case "inspect" -> inspect(names.get(0));
      case "probe" -> List.of();
      case "fair_join", "fair_release", "fair_force", "fair_inspect" ->
        fair.run(script, names, arguments);
      default -> throw new IllegalArgumentException("no script '" + script + "'");
    };
  }

  /**
   * {@return the reply of {@code acquire.lua}}
   *
   * @param name the lock
   * @param arguments {@code ARGV}
   */
  protected Object acquire(String name, List<String> arguments) {
    String holder = arguments.get(0);
    long leaseMillis = Long.parseLong(arguments.get(1));
    long now = keys.nowMicros();
    if (now > Long.parseLong(arguments.get(3))) {
      return List.of(2L, now);
    }
    long remaining = keys.pttl(name);
    if (remaining == Keyspace.NO_KEY) {
      long stamp = stamp(now, Long.parseLong(arguments.get(2)), step(arguments.get(4)));
      keys.hset(name, holder, "t" + stamp);
      try {
        keys.pexpire(name, leaseMillis);
      } catch (ErrorReplyException e) {
        keys.hdel(name, holder);
        throw e;
      }
      return List.of(1L, stamp, now);
    }
    String mine = keys.hget(name, holder);
    if (mine != null) {
      keys.pexpire(name, Math.max(remaining, leaseMillis));
      long floor = Long.parseLong(arguments.get(2));
      long stamp = stampIn(mine);
      if (stamp <= floor) {
        stamp = stamp(now, floor, step(arguments.get(4)));
        keys.hset(name, holder, "t" + stamp);
      }
      return List.of(1L, stamp, now);
    }
    String kind = kind(name);
    if (!kind.equals("hash")) {
      return List.of(3L, kind);
    }
    return List.of(0L, remaining, stampIn(keys.hgetall(name).get(1)));
  }

  /**
   * {@return the stamp of a new tenure}
   *
   * @param nowMicros the server's time
   * @param floor a stamp that it must be above
   * @param step by how much, if the server's time is not
   */
  protected long stamp(long nowMicros, long floor, long step) {
    return nowMicros > floor ? nowMicros : floor + step;
  }

  private static long step(String argument) {
    return Long.parseLong(argument);
  }

  /** The key's type, or what else it is if it is a hash, but no lock's. */
  private String kind(String name) {
    String type = keys.type(name);
    if (!type.equals("hash")) {
      return type;
    }
    List<String> fields = keys.hgetall(name);
    boolean isLock = fields.size() == 2
        && HOLDER.matcher(fields.get(0)).find()
        && VALUE.matcher(fields.get(1)).matches();
    return isLock ? type : keys.hexists(name, "mode") ? "read/write lock" : "hash of another kind";
  }

  /**
   * {@return the stamp in a holder's value; 0 if there is none}
   *
   * @param value as the hash of a lock has it; null without a holder
   */
  public static long stampIn(@Nullable String value) {
    return value != null && STAMP.matcher(value).matches() ? Long.parseLong(value.substring(1)) : 0;
  }

  /**
   * {@return the reply of {@code renew.lua}}
   *
   * @param names the locks
   * @param arguments {@code ARGV}
   */
  protected Object renew(List<String> names, List<String> arguments) {
    long leaseMillis = Long.parseLong(arguments.get(0));
    boolean shortens = arguments.get(1).equals("set");
    List<Object> answers = new ArrayList<>();
    for (int i = 0; i < names.size(); i++) {
      try {
        boolean held = keys.hexists(names.get(i), arguments.get(i + 2));
        long remaining = keys.pttl(names.get(i));
        if (held) {
          keys.pexpire(names.get(i), shortens || remaining < leaseMillis ? leaseMillis : remaining);
        }
        if (held && shortens && remaining > leaseMillis) {
          channels.publish(arguments.get(4));
        }
        answers.add(held ? 1L : 0L);
      } catch (ErrorReplyException e) {
        answers.add(String.valueOf(e.getMessage()));
      }
    }
    return answers;
  }

  /**
   * {@return the reply of {@code release.lua}}
   *
   * @param name the lock
   * @param holder who gives it back
   * @param channel where that is published
   */
  protected Object release(String name, String holder, String channel) {
    if (!keys.hdel(name, holder)) {
      return 0L;
    }
    channels.publish(channel);
    return 1L;
  }

  /**
   * {@return the reply of {@code yield.lua}}
   *
   * @param name the lock
   * @param arguments {@code ARGV}
   */
  protected Object yieldTurn(String name, List<String> arguments) {
    String holder = arguments.get(0);
    String channel = arguments.get(2);
    String mine = keys.hget(name, holder);
    if (mine == null) {
      return List.of(0L);
    }
    boolean countable = !arguments.get(5).isEmpty();
    if (countable && channels.count(channel) <= Integer.parseInt(arguments.get(6))) {
      long before = Math.max(Long.parseLong(arguments.get(4)), stampIn(mine));
      long stamp = stamp(keys.nowMicros(), before, step(arguments.get(7)));
      keys.hset(name, holder, "t" + stamp);
      keys.pexpire(name, Long.parseLong(arguments.get(3)));
      return List.of(1L, stamp);
    }
    keys.hdel(name, holder);
    channels.publish(channel);
    return List.of(2L);
  }

  /**
   * {@return the reply of {@code force.lua}}
   *
   * @param name the lock
   * @param channel where its release is published
   */
  protected Object force(String name, String channel) {
    String kind = kind(name);
    if (kind.equals("none")) {
      return 0L;
    }
    if (!kind.equals("hash")) {
      throw new ErrorReplyException("WRONGTYPE the key holds a " + kind);
    }
    keys.del(name);
    channels.publish(channel);
    return 1L;
  }

  /**
   * {@return the reply of {@code inspect.lua}}
   *
   * @param name the lock
   */
  protected Object inspect(String name) {
    String kind = kind(name);
    if (!kind.equals("hash")) {
      return List.of(kind);
    }
    List<String> fields = keys.hgetall(name);
    return List.of(kind, keys.pttl(name), keys.nowMicros(), fields.get(0), fields.get(1));
  }
}
