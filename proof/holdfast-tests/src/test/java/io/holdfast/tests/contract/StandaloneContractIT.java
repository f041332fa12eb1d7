package io.holdfast.tests.contract;

import io.holdfast.Holdfast;
import io.holdfast.HoldfastBuilder;
import io.holdfast.testkit.LockContract;
import io.holdfast.testkit.RedisServer;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

class StandaloneContractIT extends LockContract {

  private static RedisServer server;

  @BeforeAll
  static void start() {
    server = RedisServer.start();
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @Override
  protected Holdfast connect(UnaryOperator<HoldfastBuilder> settings) {
    return settings.apply(Holdfast.builder().uri(server.uri())).build();
  }
}
