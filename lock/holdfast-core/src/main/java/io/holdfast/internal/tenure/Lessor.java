package io.holdfast.internal.tenure;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Who gave a lease and takes it back. Never blocks; callbacks run on any thread and are short. */
public interface Lessor {

  /** The lease has ended by its holder's will; calls back when the lock has gone on, or with what went wrong. */
  void released(HeldLease lease, Consumer<@Nullable RuntimeException> then);

  /** Sets the lease time of a held lease, now. */
  void renew(HeldLease lease, long leaseMillis, Consumer<@Nullable RuntimeException> then);

  /** The holder will not release: nobody gets the lock before the lease is over. */
  void left(HeldLease lease);

  /** The holder has read on the clock that the lease is over. */
  void foundOver(HeldLease lease);
}
