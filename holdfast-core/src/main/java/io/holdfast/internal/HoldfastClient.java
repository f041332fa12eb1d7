package io.holdfast.internal;

import io.holdfast.DistributedLock;
import io.holdfast.Holdfast;
import io.holdfast.spi.GatewayFactory;

/** The client. */
public final class HoldfastClient implements Holdfast {

  public static Holdfast open(GatewayFactory gateway, Settings settings) {
    return new HoldfastClient();
  }

  @Override
  public DistributedLock lock(String name) {
    throw new IllegalStateException("under construction");
  }

  @Override
  public void close() {}
}
