package io.holdfast.tests.fault;

import io.holdfast.DistributedLock;
import io.holdfast.Holdfast;
import io.holdfast.Lease;
import io.holdfast.testkit.FaultProxy;
import io.holdfast.testkit.RedisServer;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;

/** One server for the class; a proxy for each test, through which alice goes and bob does not. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class OneServerFixture extends FaultFixture {

  RedisServer server;
  FaultProxy proxy;

  @SuppressWarnings("NullAway.Init")
  OneServerFixture() {}

  RedisServer startServer() {
    return RedisServer.start();
  }

  @BeforeAll
  final void startServerOfTheClass() {
    server = startServer();
  }

  @AfterAll
  final void stopServer() {
    server.close();
  }

  @BeforeEach
  final void startProxy() {
    Wire.load(server);
    proxy = FaultProxy.to(server);
  }

  /** Before the check of the fixture above, which opens no connection but uses those there are. */
  @AfterEach
  final void healAll() {
    proxy.heal();
  }

  @Override
  List<RedisServer> servers() {
    return List.of(server);
  }

  @Override
  void afterwards() {
    proxy.close();
  }

  /** A client behind the proxy. */
  final Holdfast alice(Duration leaseTime) {
    return open("alice", proxy.uri(), leaseTime);
  }

  /** A client the proxy does nothing to. */
  final Holdfast bob(Duration leaseTime) {
    return open("bob", server.uri(), leaseTime);
  }

  /** Bob has it, and alice's call waits for it at the server. */
  final Lease heldByBob(Duration leaseTime) throws InterruptedException {
    DistributedLock lock = bob(leaseTime).lock(name);
    return granted(lock.acquire());
  }
}
