package io.holdfast.tests.contract;

import io.holdfast.Holdfast;
import io.holdfast.HoldfastBuilder;
import io.holdfast.testkit.LockContract;
import io.holdfast.testkit.memory.InMemoryServer;
import java.util.function.UnaryOperator;

class InMemoryContractIT extends LockContract {

  private static final InMemoryServer SERVER = new InMemoryServer();

  @Override
  protected Holdfast connect(UnaryOperator<HoldfastBuilder> settings) {
    return settings.apply(SERVER.builder()).build();
  }
}
