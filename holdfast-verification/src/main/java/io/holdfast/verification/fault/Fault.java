package io.holdfast.verification.fault;

import static io.holdfast.verification.fault.Topology.CLUSTER;
import static io.holdfast.verification.fault.Topology.SENTINEL;
import static io.holdfast.verification.fault.Topology.STANDALONE;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;

/** Everything that is done to a lock's surroundings, by the name used on the command line and in reports. */
public enum Fault {
  CALM(Effect.HARMLESS, "nothing", scene -> scene.pass(0.2, 0.5), STANDALONE, SENTINEL, CLUSTER),

  CLIENT_STOP(
      Effect.LOSES_LEASES,
      "SIGSTOP of a holder for longer than a lease, then of its successor",
      ClientFaults::stop,
      STANDALONE,
      SENTINEL,
      CLUSTER),
  CLIENT_KILL(
      Effect.HARMLESS,
      "kill -9 of a client; another one takes its place",
      ClientFaults::kill,
      STANDALONE,
      SENTINEL,
      CLUSTER),
  INTERRUPTS(
      Effect.HARMLESS,
      "storms of interrupts",
      ClientFaults::interrupt,
      STANDALONE,
      SENTINEL,
      CLUSTER),

  SERVER_STOP(Effect.LOSES_LEASES, "SIGSTOP of the server", ServerFaults::stop, STANDALONE),
  SERVER_RESTART(
      Effect.LOSES_LEASES,
      "kill -9 of a server that keeps its data",
      ServerFaults::restart,
      STANDALONE),
  SERVER_RESTART_EMPTY(
      Effect.LOSES_DATA,
      "kill -9 of a server without persistence",
      ServerFaults::restart,
      STANDALONE),
  SCRIPT_FLUSH(Effect.HARMLESS, "SCRIPT FLUSH", ServerFaults::scriptFlush, STANDALONE),
  FLUSHALL(Effect.LOSES_DATA, "FLUSHALL", ServerFaults::flushAll, STANDALONE),
  COMMAND_PAUSE(Effect.LOSES_LEASES, "CLIENT PAUSE", ServerFaults::pauseCommands, STANDALONE),
  PUBSUB_KILL(Effect.HARMLESS, "CLIENT KILL TYPE pubsub", ServerFaults::killPubSub, STANDALONE),
  EVICTION(
      Effect.LOSES_DATA, "memory runs out and keys are evicted", ServerFaults::evict, STANDALONE),
  OUT_OF_MEMORY(
      Effect.LOSES_LEASES,
      "memory runs out and writes fail",
      ServerFaults::outOfMemory,
      STANDALONE),

  REPLY_DROPPED(
      Effect.LOSES_LEASES,
      "a reply is lost after the script ran",
      NetworkFaults::dropReply,
      STANDALONE),
  ONE_WAY(
      Effect.LOSES_LEASES, "requests arrive, replies do not", NetworkFaults::oneWay, STANDALONE),
  DELAY(Effect.LOSES_LEASES, "replies are late", NetworkFaults::delay, STANDALONE),
  HALF_OPEN(
      Effect.LOSES_LEASES,
      "bytes vanish, connections stay open",
      NetworkFaults::halfOpen,
      STANDALONE),
  RESET(Effect.LOSES_LEASES, "connections are reset", NetworkFaults::reset, STANDALONE),

  FAILOVER(
      Effect.LOSES_DATA,
      "the replica takes over, asked to or after a kill",
      TopologyFaults::failover,
      SENTINEL,
      CLUSTER),
  STALE_PROMOTION(
      Effect.LOSES_DATA,
      "a replica that missed the latest grants becomes primary",
      TopologyFaults::promoteStale,
      SENTINEL),
  SLOT_MOVE(
      Effect.LOSES_LEASES,
      "a lock's slot moves to another node",
      TopologyFaults::moveSlot,
      CLUSTER),

  MIX(Effect.LOSES_DATA, "every fault of one server, at random", Fault::strikeAny, STANDALONE);

  /** What a fault does to what is held. */
  public enum Effect {
    /** Nobody loses a lease. */
    HARMLESS,
    /** Leases may run out while their holders work. */
    LOSES_LEASES,
    /** The server may forget what it has answered. */
    LOSES_DATA
  }

  /** Faults of one server, for {@link #MIX}. */
  private static final Set<Fault> MIXED = EnumSet.complementOf(
      EnumSet.of(CALM, SERVER_RESTART, FAILOVER, STALE_PROMOTION, SLOT_MOVE, MIX));

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
    this.topologies = EnumSet.copyOf(Arrays.asList(topologies));
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
  public boolean needsPersistence() {
    return this == SERVER_RESTART;
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
    MIXED.stream()
        .skip(scene.random().nextInt(MIXED.size()))
        .findFirst()
        .orElseThrow()
        .strike(scene);
  }

  /** One blow. */
  @FunctionalInterface
  interface Strike {
    void on(Scene scene);
  }
}
