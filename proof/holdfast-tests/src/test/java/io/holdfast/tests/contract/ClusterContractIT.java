package io.holdfast.tests.contract;

import io.holdfast.Holdfast;
import io.holdfast.HoldfastBuilder;
import io.holdfast.testkit.ClusterGroup;
import io.holdfast.testkit.LockContract;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

class ClusterContractIT extends LockContract {

  private static ClusterGroup group;

  @BeforeAll
  static void start() {
    group = ClusterGroup.start();
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
