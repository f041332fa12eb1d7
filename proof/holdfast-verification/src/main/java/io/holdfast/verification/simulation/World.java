package io.holdfast.verification.simulation;

import io.holdfast.testkit.memory.Keyspace;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Everything that takes part in one run. */
final class World {

  /** What stands under the name that is not a lock's. */
  static final List<String> NO_LOCK = List.of("customer", "9", "total", "5");

  private final Schedule schedule;
  private final Network network;
  private final List<SimulatedClient> clients = new ArrayList<>();
  private final List<SimulatedCaller> callers = new ArrayList<>();
  private final Map<String, FencedStore> stores = new HashMap<>();
  private final Map<String, List<Holding>> holdings = new HashMap<>();
  private final Checks checks;

  World(Schedule schedule, Sabotage sabotage, boolean isTraced) {
    this.schedule = schedule;
    VirtualTime time = new VirtualTime();
    Tally tally = new Tally();
    this.network = new Network(
        time,
        new SimulatedServer(time::micros, sabotage::scripts),
        new Weather(schedule.randomFor("weather"), schedule, tally),
        sabotage,
        new Trace(isTraced, time),
        tally,
        schedule.isDisordered());
    this.checks = new Checks(this);
    putForeignKey();
    String second = hasNeighbour() ? SimulatedCaller.NEIGHBOUR : "lock1";
    for (int i = 0; i < schedule.clients(); i++) {
      SimulatedClient client = new SimulatedClient("client" + i, this);
      clients.add(client);
      for (int n = 0; n < schedule.callers(); n++) {
        String name = "c" + i + "." + n;
        String lock = n % schedule.locks() == 0 ? SimulatedCaller.RENEWED : second;
        callers.add(new SimulatedCaller(name, client, lock, this));
      }
    }
  }

  /** Whether two locks share a channel: who hears a message there need not listen for both. */
  boolean hasNeighbour() {
    return schedule.locks() > 1 && schedule.seed() % 2 != 0;
  }

  /** Something of the application's, under a name that a caller may take for a lock's. */
  void putForeignKey() {
    Keyspace keys = network.server().keys();
    keys.hset(SimulatedCaller.NO_LOCK, NO_LOCK.get(0), NO_LOCK.get(1));
    keys.hset(SimulatedCaller.NO_LOCK, NO_LOCK.get(2), NO_LOCK.get(3));
  }

  /** Every lock that callers ask for. */
  List<String> lockNames() {
    return List.of(
        SimulatedCaller.RENEWED,
        "lock1",
        SimulatedCaller.NEIGHBOUR,
        "late0",
        "late1",
        "late2",
        SimulatedCaller.NO_LOCK);
  }

  Schedule schedule() {
    return schedule;
  }

  Network network() {
    return network;
  }

  VirtualTime time() {
    return network.time();
  }

  Trace trace() {
    return network.trace();
  }

  void count(Incident incident) {
    network.tally().count(incident);
  }

  List<SimulatedClient> clients() {
    return clients;
  }

  List<SimulatedCaller> callers() {
    return callers;
  }

  Checks checks() {
    return checks;
  }

  FencedStore store(String lockName) {
    return stores.computeIfAbsent(
        lockName, name -> new FencedStore(network.sabotage().checksReads()));
  }

  Map<String, FencedStore> stores() {
    return stores;
  }

  /** A caller got a lease. */
  void began(String lockName, Holding holding) {
    holdings.computeIfAbsent(lockName, name -> new ArrayList<>()).add(holding);
    checks.granted(lockName, holding);
  }

  Map<String, List<Holding>> holdings() {
    return holdings;
  }

  /** Whether faults may still strike. */
  boolean isStormy() {
    return time().nanos() < Schedule.STORM.toNanos();
  }

  /** How long callers think before they ask, at most: little in the storm and once it has settled. */
  long thinkNanos() {
    boolean isSettling = time().nanos() > Schedule.STORM.toNanos() && !isSettled();
    boolean isSlow = schedule.isSwarm() && (isSettled() || schedule.isLonely());
    return isSettling ? 80_000_000 : isSlow ? 30_000_000 : 12_000_000;
  }

  /** Whether the storm is over and what it left behind must have cleared. */
  boolean isSettled() {
    return time().nanos() >= Schedule.STORM.plus(Schedule.SETTLING).toNanos();
  }
}
