package io.holdfast.verification.fault;

import static io.holdfast.verification.fault.Topology.CLUSTER;
import static io.holdfast.verification.fault.Topology.SENTINEL;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Everything that is done to a lock's surroundings, by the name used on the command line and in reports. */
public enum Fault {
  CALM(Effect.HARMLESS, "nothing", scene -> scene.pass(0.2, 0.5)),

  CLIENT_STOP(
      Effect.LOSES_LEASES,
      "SIGSTOP of a holder for longer than a lease, then of its successor",
      ClientFaults::stop),
  CLIENT_KILL(
      Effect.HARMLESS, "kill -9 of a client; another one takes its place", ClientFaults::kill),
  INTERRUPTS(Effect.HARMLESS, "storms of interrupts", ClientFaults::interrupt),

  SERVER_STOP(Effect.LOSES_LEASES, "SIGSTOP of the server", ServerFaults::stop),
  SERVER_RESTART(
      Effect.LOSES_LEASES, "kill -9 of a server that keeps its data", ServerFaults::restart),
  SERVER_RESTART_EMPTY(
      Effect.LOSES_DATA, "kill -9 of a server without persistence", ServerFaults::restart),
  SCRIPT_FLUSH(Effect.HARMLESS, "SCRIPT FLUSH", ServerFaults::scriptFlush),
  FLUSHALL(Effect.LOSES_DATA, "FLUSHALL", ServerFaults::flushAll),
  FORCED_RELEASE(
      Effect.LOSES_DATA,
      "somebody else ends a holder's lease on purpose",
      ServerFaults::forceRelease),
  COMMAND_PAUSE(Effect.LOSES_LEASES, "CLIENT PAUSE", ServerFaults::pauseCommands),
  PUBSUB_KILL(Effect.HARMLESS, "CLIENT KILL TYPE pubsub", ServerFaults::killPubSub),
  EVICTION(Effect.LOSES_DATA, "memory runs out and keys are evicted", ServerFaults::evict),
  OUT_OF_MEMORY(Effect.LOSES_LEASES, "memory runs out and writes fail", ServerFaults::outOfMemory),
  CLOCK_JUMP(
      Effect.STEPS_CLOCK,
      "the server's wall clock steps, to and fro, by up to several leases",
      ServerFaults::jumpClock),

  REPLY_DROPPED(
      Effect.LOSES_LEASES, "a reply is lost after the script ran", NetworkFaults::dropReply),
  ONE_WAY(Effect.LOSES_LEASES, "requests arrive, replies do not", NetworkFaults::oneWay),
  DELAY(Effect.LOSES_LEASES, "replies are late", NetworkFaults::delay),
  HALF_OPEN(Effect.LOSES_LEASES, "bytes vanish, connections stay open", NetworkFaults::halfOpen),
  RESET(Effect.LOSES_LEASES, "connections are reset", NetworkFaults::reset),
  ERROR_REPLIES(
      Effect.LOSES_LEASES,
      "the server refuses some command with some error, and connections are lost meanwhile",
      NetworkFaults::answerWithErrors),

  FAILOVER(
      Effect.LOSES_DATA,
      "a replica takes over: asked to, or after a kill, or a stop",
      TopologyFaults::failover,
      SENTINEL,
      CLUSTER),
  STALE_PROMOTION(
      Effect.LOSES_DATA,
      "a replica that missed the latest grants becomes primary",
      TopologyFaults::promoteStale,
      SENTINEL,
      CLUSTER),
  SLOT_MOVE(
      Effect.LOSES_LEASES,
      "a lock's slot moves to another node",
      TopologyFaults::moveSlot,
      CLUSTER),

  MIX(Effect.LOSES_DATA, "every fault but a moved clock, at random", Fault::strikeAny);

  /** What a fault does to what is held. */
  public enum Effect {
    /** Nobody loses a lease. */
    HARMLESS,
    /** Leases may run out while their holders work. */
    LOSES_LEASES,
    /** The server may forget what it has answered. */
    LOSES_DATA,
    /** The server may drop what it has answered, and later stamps may be smaller than earlier ones. */
    STEPS_CLOCK;

    /** Whether the server may grant what somebody has. */
    public boolean losesData() {
      return this == LOSES_DATA || this == STEPS_CLOCK;
    }
  }

  private static final Set<Fault> NOT_MIXED = EnumSet.of(CALM, SERVER_RESTART, CLOCK_JUMP, MIX);

  private final Effect effect;
  private final String title;

  @SuppressWarnings("ImmutableEnumChecker") // a reference to a static method
  private final Strike strike;

  @SuppressWarnings("ImmutableEnumChecker") // never changed
  private final Set<Topology> topologies;

  Fault(Effect effect, String title, Strike strike, Topology... topologies) {
    this.effect = effect;
    this.title = title;
    this.strike = strike;
    this.topologies = topologies.length == 0
        ? EnumSet.allOf(Topology.class)
        : EnumSet.copyOf(Arrays.asList(topologies));
  }

  /** As used on the command line. */
  public String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** In words. */
  public String title() {
    return title;
  }

  /** What it does to what is held. */
  public Effect effect() {
    return effect;
  }

  /** Whether the server must have its data on disk. */
  boolean needsPersistence() {
    return this == SERVER_RESTART;
  }

  /** Whether the servers' clocks must be movable. */
  boolean needsMovableClock() {
    return this == CLOCK_JUMP;
  }

  /** Whether a server that is silent for a second or two must be replaced. */
  boolean needsFailover() {
    return this == FAILOVER || this == STALE_PROMOTION || this == MIX;
  }

  /** Whether this machine has what it needs. */
  public boolean isPossible() {
    return !needsMovableClock() || Site.hasMovableClock();
  }

  /** Whether this can be done to servers so arranged. */
  public boolean isFor(Topology topology) {
    return topologies.contains(topology);
  }

  /** Strikes once, and returns when the fault is over. */
  public void strike(Scene scene) {
    strike.on(scene);
  }

  private static void strikeAny(Scene scene) {
    List<Fault> possible = Arrays.stream(values())
        .filter(fault -> fault.isFor(scene.site().topology()) && !NOT_MIXED.contains(fault))
        .toList();
    possible.get(scene.random().nextInt(possible.size())).strike(scene);
  }

  /** One blow. */
  @FunctionalInterface
  interface Strike {
    void on(Scene scene);
  }
}
