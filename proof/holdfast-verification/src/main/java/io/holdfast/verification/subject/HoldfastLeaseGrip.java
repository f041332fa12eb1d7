package io.holdfast.verification.subject;

import io.holdfast.Lease;
import io.holdfast.LeaseLostException;
import io.holdfast.verification.history.End;
import java.util.function.Consumer;

/**
 * Holdfast by lease.
 *
 * @param lease the lease
 */
record HoldfastLeaseGrip(Lease lease) implements Grip {

  @Override
  public long token() {
    return lease.token();
  }

  @Override
  public Belief look() {
    return HoldfastThreadGrip.look(lease);
  }

  @Override
  public void whenLost(Consumer<String> told) {
    HoldfastThreadGrip.whenLost(lease, told);
  }

  @Override
  public End release() {
    try {
      lease.close();
      return End.RELEASED;
    } catch (LeaseLostException e) {
      return End.LOST;
    }
  }
}
