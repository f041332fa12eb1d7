package io.holdfast.tests.contract;

import io.holdfast.Holdfast;
import io.holdfast.HoldfastBuilder;
import io.holdfast.testkit.LockContract;
import io.holdfast.testkit.SentinelGroup;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

class SentinelContractIT extends LockContract {

  private static SentinelGroup group;

  @BeforeAll
  static void start() {
    group = SentinelGroup.start();
  }

  @AfterAll
  static void stop() {
    group.close();
  }

  @Override
  protected Holdfast connect(UnaryOperator<HoldfastBuilder> settings) {
    return settings.apply(Holdfast.builder().uri(group.uri())).build();
  }
}
