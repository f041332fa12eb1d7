package io.holdfast.verification.simulation;

import io.holdfast.DistributedLock;
import io.holdfast.LeaseLostException;
import io.holdfast.LeaseView;

/**
 * A lock owned by the thread, and entered twice. The whole simulation is one thread: one such turn per client at a time,
 * and answers come at once.
 */
final class ThreadTurn {

  private final SimulatedCaller caller;
  private final SimulatedClient client;
  private final World world;

  ThreadTurn(SimulatedCaller caller) {
    this.caller = caller;
    this.client = caller.client();
    this.world = caller.world();
  }

  void begin() {
    DistributedLock lock = client.lock(caller.lockName());
    client.atOnce(() -> {
      if (!lock.tryLock()) {
        client.endThreadTurn();
        world.count(Incident.REFUSED);
        caller.begin();
        return;
      }
      LeaseView lease = lock.current().orElseThrow();
      if (!lock.tryLock() || lock.holdCount() != 2) {
        throw new IllegalStateException("a held lock is not entered again");
      }
      world.count(Incident.REENTERED);
      Work work = new Work(caller, Schedule.LEASE, true);
      Runnable write = work.readNow(work.hold(lease));
      world.time().after(work.holdNanos(), client.process(), () -> {
        write.run();
        if (!client.isGone()) {
          client.atOnce(() -> {
            unlock(lock);
            unlock(lock);
          });
        }
        client.endThreadTurn();
        caller.begin();
      });
    });
  }

  private void unlock(DistributedLock lock) {
    try {
      lock.unlock();
      world.count(Incident.RELEASED);
    } catch (LeaseLostException e) {
      world.trace().add(caller.name(), () -> "cannot unlock: " + e.getMessage());
    }
  }
}
