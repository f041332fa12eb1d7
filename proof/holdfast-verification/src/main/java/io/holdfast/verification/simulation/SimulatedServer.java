package io.holdfast.verification.simulation;

import io.holdfast.spi.ErrorReplyException;
import io.holdfast.spi.ScriptCall;
import io.holdfast.testkit.memory.Channels;
import io.holdfast.testkit.memory.Keyspace;
import io.holdfast.testkit.memory.ScriptCatalogue;
import io.holdfast.testkit.memory.SimulatedScripts;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.LongSupplier;

/**
 * A server that knows the engine's scripts and nothing else, on a clock that is given to it. It runs one
 * call at a time, each at a later microsecond than the one before. Not thread-safe.
 */
public final class SimulatedServer {

  private final LongSupplier clock;
  private final Keyspace keys;
  private final Channels channels = new Channels();
  private final SimulatedScripts scripts;
  private final GrantLog grants = new GrantLog();
  private final Replicas replicas;
  private final Set<String> knownScripts = new HashSet<>();
  private long nowMicros;
  private long aheadMicros;

  /**
   * @param clock time in µs since 1970; does not go back
   * @param scripts the protocol, true or sabotaged
   */
  public SimulatedServer(
      LongSupplier clock, BiFunction<Keyspace, Channels, SimulatedScripts> scripts) {
    this.clock = clock;
    this.keys = new Keyspace(() -> Math.max(nowMicros, clock.getAsLong() + aheadMicros));
    this.replicas = new Replicas(keys);
    this.scripts = scripts.apply(keys, channels);
  }

  /** Runs a script call as {@code EVALSHA} or {@code EVAL} would. */
  public Object call(ScriptCall call) {
    tick();
    if (call.bySha() && !knownScripts.contains(call.sha())) {
      throw new ErrorReplyException("NOSCRIPT No matching script. Please use EVAL.");
    }
    knownScripts.add(call.sha());
    return run(ScriptCatalogue.nameOf(call.source()), call.keys(), call.arguments());
  }

  /** Runs the script of that name. */
  public Object run(String script, List<String> names, List<String> arguments) {
    tick();
    boolean wasFree = keys.type(names.get(0)).equals("none");
    if (script.equals("force")) {
      grants.drop(names.get(0), keys);
    }
    keys.beginCall();
    Object reply = scripts.run(script, names, arguments);
    if (keys.wasWritten()) {
      names.forEach(replicas::replicate);
    }
    grants.note(script, names.get(0), arguments, reply, wasFree, nowMicros);
    return reply;
  }

  private void tick() {
    nowMicros = Math.max(nowMicros + 1, clock.getAsLong() + aheadMicros);
  }

  /** The server's time, as {@code TIME} says. */
  public long timeMicros() {
    tick();
    return nowMicros;
  }

  /** {@code FLUSHALL}, or a restart without data. */
  public void loseData() {
    for (String key : keys.keys()) {
      grants.drop(key, keys);
      keys.del(key);
    }
  }

  /** Its clock is stepped, or another server with another clock takes over. */
  public void stepClock(long byMicros) {
    aheadMicros += byMicros;
    if (byMicros < 0) {
      grants.clockSetBack();
    }
    nowMicros = clock.getAsLong() + aheadMicros;
  }

  /** By how much its clock is ahead of the time it was given. */
  public long aheadMicros() {
    return aheadMicros;
  }

  /** A tenure whose end the server may no longer know rightly: exclusion is not promised for it. */
  void doubtTenures() {
    keys.keys().forEach(key -> grants.drop(key, keys));
  }

  /**
   * A replica that has seen nothing since that copy was made takes over.
   *
   * @return how many tenures it does not know, or not as they stand
   */
  int promote(Keyspace.Copy replica) {
    int lost = 0;
    for (String key : keys.keys()) {
      if (!keys.isIn(key, replica)) {
        grants.drop(key, keys);
        lost++;
      }
    }
    keys.restore(replica);
    keys.keys().forEach(key -> grants.shownAgain(key, keys));
    knownScripts.clear();
    return lost;
  }

  /** {@code SCRIPT FLUSH}. */
  public void forgetScripts() {
    knownScripts.clear();
  }

  public Keyspace keys() {
    return keys;
  }

  public Channels channels() {
    return channels;
  }

  Replicas replicas() {
    return replicas;
  }

  GrantLog grants() {
    return grants;
  }
}
