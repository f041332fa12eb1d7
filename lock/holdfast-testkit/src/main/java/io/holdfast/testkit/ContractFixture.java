package io.holdfast.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.DistributedLock;
import io.holdfast.Holdfast;
import io.holdfast.HoldfastBuilder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** Two clients, {@code alice} and {@code bob}, and their views of one lock, new for every test. */
abstract class ContractFixture {

  /** Longer than any test runs: a lease that does not end by itself. */
  static final Duration LONG = Duration.ofSeconds(20);

  /** For waits that must succeed. */
  static final Duration PATIENCE = Eventually.scaled(Duration.ofSeconds(10));

  /** For leases and waits that must end. */
  static final Duration SHORT = Duration.ofMillis(300);

  private final List<Holdfast> clients = new ArrayList<>();
  final String name = "contract:" + UUID.randomUUID();

  Holdfast alice;
  Holdfast bob;
  DistributedLock alices;
  DistributedLock bobs;

  /** A client of the back-end under test. */
  abstract Holdfast connect(UnaryOperator<HoldfastBuilder> settings);

  @SuppressWarnings("NullAway.Init")
  ContractFixture() {}

  @BeforeEach
  void openClients() {
    alice = open(settings -> settings.clientName("alice"));
    bob = open(settings -> settings.clientName("bob"));
    alices = alice.lock(name);
    bobs = bob.lock(name);
  }

  @AfterEach
  void closeClients() {
    clients.forEach(Holdfast::close);
  }

  /** A further client, closed after the test. */
  final Holdfast open(UnaryOperator<HoldfastBuilder> settings) {
    Holdfast client = connect(settings);
    clients.add(client);
    return client;
  }

  static <T> T await(CompletionStage<T> stage) throws Exception {
    return stage.toCompletableFuture().get(PATIENCE.toNanos(), TimeUnit.NANOSECONDS);
  }

  /** Runs the call on a thread of its own and waits for its outcome. */
  static <T> T elsewhere(Callable<T> call) throws Exception {
    return Caller.start(call).outcome();
  }

  final void assertFree() {
    Eventually.eventually(
        () -> assertThat(bobs.isLocked()).as("'%s' is locked", name).isFalse());
  }
}
