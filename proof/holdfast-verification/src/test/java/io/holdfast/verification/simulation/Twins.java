package io.holdfast.verification.simulation;

import io.holdfast.spi.ErrorReplyException;
import io.holdfast.testkit.RespClient;
import io.holdfast.testkit.RespException;
import io.holdfast.testkit.memory.Channels;
import io.holdfast.testkit.memory.Keyspace;
import io.holdfast.testkit.memory.ScriptCatalogue;
import io.holdfast.testkit.memory.SimulatedScripts;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A real and a simulated server that are told the same, the simulated one at the real one's time. */
final class Twins {

  /** Between reading the real server's time and its call, so much may pass. */
  private static final long MOST_MILLIS = 500;

  private static final Pattern CHANGES = Pattern.compile("rdb_changes_since_last_save:(\\d+)");

  static final String CHANNEL = "redisson_lock__channel:{a}";

  private final RespClient real;
  private final RespClient realListener;
  private final SimulatedServer simulated;
  private long clockMicros;
  private long beforeMicros;
  private int heard;
  private int grants;
  private boolean isListening;
  private boolean looksAtKeys = true;
  private String difference = "";

  Twins(
      RespClient real,
      RespClient realListener,
      BiFunction<Keyspace, Channels, SimulatedScripts> scripts) {
    this.real = real;
    this.realListener = realListener;
    this.simulated = new SimulatedServer(() -> clockMicros, scripts);
  }

  /** How the two differ; empty if they do not. */
  String difference() {
    return difference;
  }

  int grants() {
    return grants;
  }

  long realMicros() {
    if (real.command("TIME") instanceof List<?> parts) {
      return Long.parseLong(String.valueOf(parts.get(0))) * 1_000_000
          + Long.parseLong(String.valueOf(parts.get(1)));
    }
    throw new IllegalStateException("no TIME");
  }

  /** Runs a script on both and compares replies, keys and messages. */
  void run(String script, List<String> names, List<String> arguments) {
    beforeMicros = realMicros();
    List<String> command = new ArrayList<>(
        List.of("EVAL", ScriptCatalogue.sourceOf(script), String.valueOf(names.size())));
    command.addAll(names);
    command.addAll(arguments);
    long changes = realChanges();
    Object realReply = reply(() -> real.command(command.toArray(String[]::new)));
    boolean hasWritten = realChanges() > changes;
    clockMicros = timeIn(script, realReply);
    Object simulatedReply = reply(() -> simulated.run(script, names, arguments));
    if (String.valueOf(simulatedReply).startsWith("[1, ") && script.equals("acquire")) {
      grants++;
    }
    compare(script, realReply, simulatedReply);
    compare(script + " has written", hasWritten, simulated.keys().wasWritten());
    if (looksAtKeys) {
      compareKey("a");
      compareKey("b");
    }
    compareMessages();
  }

  /** What was written goes to replicas; what a replica acknowledges is only that. */
  private long realChanges() {
    Matcher matcher = CHANGES.matcher(String.valueOf(real.command("INFO", "persistence")));
    if (!matcher.find()) {
      throw new IllegalStateException("no rdb_changes_since_last_save");
    }
    return Long.parseLong(matcher.group(1));
  }

  /** Whether keys are compared, too: not while one is about to expire. */
  void looksAtKeys(boolean on) {
    looksAtKeys = on;
  }

  /** The server's time as its own reply shows it, or from just before. */
  private long timeIn(String script, @Nullable Object reply) {
    if (reply instanceof List<?> values && !values.isEmpty()) {
      int at = script.equals("acquire") && values.get(0).equals(1L)
          ? 2
          : script.equals("acquire") && values.get(0).equals(2L)
              ? 1
              : script.equals("inspect") && values.size() > 2
                  ? 2
                  : script.equals("yield") && values.get(0).equals(1L) ? 1 : -1;
      if (at >= 0 && values.get(at) instanceof Long micros && !isFromFloor(micros)) {
        return micros;
      }
    }
    return beforeMicros;
  }

  /** A stamp that is far ahead of the clock was made from the client's floor. */
  private boolean isFromFloor(long micros) {
    return micros > beforeMicros + MOST_MILLIS * 1_000;
  }

  private static @Nullable Object reply(Supplier<@Nullable Object> call) {
    try {
      return call.get();
    } catch (RespException | ErrorReplyException e) {
      String words = String.valueOf(e.getMessage());
      return words.contains("WRONGTYPE")
          ? "WRONGTYPE"
          : words.contains("invalid expire") ? "invalid expire" : words;
    }
  }

  private void compare(String what, @Nullable Object realOne, @Nullable Object simulatedOne) {
    if (!isSame(realOne, simulatedOne)) {
      difference += what + ": real " + realOne + ", simulated " + simulatedOne + "; ";
    }
  }

  /** Remaining times may differ by what passed between the two calls. */
  private static boolean isSame(@Nullable Object one, @Nullable Object other) {
    if (one instanceof List<?> some && other instanceof List<?> others) {
      boolean same = some.size() == others.size();
      for (int i = 0; same && i < some.size(); i++) {
        same = isSame(some.get(i), others.get(i));
      }
      return same;
    }
    if (one instanceof Long a && other instanceof Long b) {
      boolean isTime = a > 1_000 && a < 1_000_000_000 && b > 1_000;
      return a.equals(b) || (isTime && Math.abs(a - b) <= MOST_MILLIS);
    }
    String words = String.valueOf(one);
    return words.equals(String.valueOf(other))
        || (words.contains("WRONGTYPE") && String.valueOf(other).contains("WRONGTYPE"));
  }

  private void compareKey(String name) {
    Keyspace keys = simulated.keys();
    clockMicros = Math.max(clockMicros, realMicros());
    String type = String.valueOf(real.command("TYPE", name));
    compare("type of " + name, type, keys.type(name));
    compare("expiry of " + name, real.command("PTTL", name), keys.pttl(name));
    if (type.equals("hash") && keys.type(name).equals("hash")) {
      compare("fields of " + name, real.command("HGETALL", name), keys.hgetall(name));
    }
  }

  private void compareMessages() {
    int wanted = heard;
    heard = 0;
    for (int i = 0; i < wanted; i++) {
      compare("message", realListener.read(), List.of("message", CHANNEL, "0"));
    }
    if (isListening) { // whatever was published has arrived before this
      realListener.send("PING");
      compare("messages", realListener.read(), List.of("pong", ""));
    }
  }

  /** Somebody listens on the first lock's channel, or no longer. */
  void listen(boolean on) {
    if (on == isListening) {
      return;
    }
    isListening = on;
    realListener.command(on ? "SUBSCRIBE" : "UNSUBSCRIBE", CHANNEL);
    if (on) {
      simulated.channels().add(CHANNEL, this, (channel, text) -> heard++);
    } else {
      simulated.channels().remove(CHANNEL, this);
    }
  }

  /** A key of somebody else's: a text, or a hash with a field. */
  void foreign(String name, @Nullable String field) {
    real.command("DEL", name);
    simulated.keys().del(name);
    if (field == null) {
      real.command("SET", name, "x");
      simulated.keys().set(name);
    } else {
      real.command("HSET", name, field, "1");
      simulated.keys().hset(name, field, "1");
    }
  }

  void delete(String name) {
    real.command("DEL", name);
    simulated.keys().del(name);
  }

  /** Waits until the lease of that many milliseconds is over on both. */
  void outwait(long millis) {
    long end = realMicros() + (millis + 2) * 1_000;
    long now = realMicros();
    while (now < end) {
      now = realMicros();
    }
    clockMicros = now;
  }
}
