package io.holdfast.verification.simulation;

import io.holdfast.DistributedLock;
import io.holdfast.internal.HoldfastClient;
import io.holdfast.internal.Settings;
import io.holdfast.internal.TimedOpening;
import io.holdfast.spi.GatewaySettings;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A process with the real engine in it, on simulated connections. */
final class SimulatedClient {

  private static final String NOTHING =
      "delegates 0, channels 0, watched 0, farewells 0, threads 0";

  private final Network network;
  private final SimulatedProcess process;
  private final HoldfastClient client;
  private @Nullable SimulatedGateway gateway;

  SimulatedClient(String name, Network network, Schedule schedule) {
    this.network = network;
    this.process = new SimulatedProcess(name, network.time(), schedule.randomFor(name));
    Settings settings = new Settings(
        name,
        Schedule.LEASE,
        schedule.commandTimeout(),
        schedule.unavailableAfter(),
        schedule.handOvers(),
        schedule.handOverTime(),
        GatewaySettings.PubSub.AUTO,
        event -> network.trace().add(name, () -> "event " + event),
        process,
        process);
    this.client = TimedOpening.open(
        (wanted, listener) -> {
          gateway = new SimulatedGateway(network, process, wanted.commandTimeout(), listener);
          return gateway;
        },
        settings,
        process);
    gateway().shortCircuit(false);
  }

  SimulatedProcess process() {
    return process;
  }

  SimulatedGateway gateway() {
    return Objects.requireNonNull(gateway, "opened with the client");
  }

  DistributedLock lock(String name) {
    return client.lock(name);
  }

  boolean isGone() {
    return process.isDead() || process.isClosed();
  }

  void crash() {
    network.trace().add(process.name(), () -> "CRASHES");
    process.crash();
    gateway().messages().hangUp(2_000_000);
  }

  /** Whether close would find nothing that it has to wait for; leases and waiters it ends itself. */
  boolean canCloseAtOnce() {
    return gateway().commands().isQuiet() && client.activity().contains("farewells 0");
  }

  void close() {
    network.trace().add(process.name(), () -> "CLOSES");
    gateway().shortCircuit(true);
    client.close();
  }

  /** What the client still does or keeps; empty if nothing. */
  String activity() {
    String activity = client.activity();
    return activity.equals(NOTHING) ? "" : activity;
  }

  /** Whether that key is this client's, and this client neither holds it, nor asks for it, nor cleans up. */
  boolean hasForgotten(String lockName, String holder) {
    return !isGone()
        && !process.isPaused()
        && gateway().knows(holder)
        && canCloseAtOnce()
        && client.activities().stream()
            .filter(activity -> activity.lockName().equals(lockName))
            .allMatch(
                activity -> activity.held().isEmpty() && !gateway().isLatest(lockName, holder));
  }
}
