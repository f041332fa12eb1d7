package io.holdfast.verification.fault;

import io.holdfast.testkit.ClientProcess;
import io.holdfast.verification.fault.Scene.Holder;
import java.util.Optional;

/** What happens to client processes. */
final class ClientFaults {

  private ClientFaults() {}

  /**
   * A holder is stopped until its lease is over and somebody else has the lock. That one is then stopped too,
   * past its deadline, while the first goes on with what it has missed.
   */
  static void stop(Scene scene) {
    Optional<Holder> first =
        scene.drawsHolder() ? scene.stopHolder(1, holder -> true) : Optional.empty();
    if (first.isEmpty()) {
      stopAnybody(scene);
      return;
    }
    Holder old = first.get();
    Optional<Holder> successor = scene.stopHolder(
        3, holder -> holder.client() != old.client() && holder.lock().equals(old.lock()));
    scene.crew().member(old.client()).resume();
    scene.pass(1.1, 1.3);
    successor.ifPresent(holder -> scene.crew().member(holder.client()).resume());
    scene.pass(0.2, 0.4);
  }

  private static void stopAnybody(Scene scene) {
    ClientProcess member = scene.anyMember();
    member.pause();
    scene.pass(1.1, 1.8);
    member.resume();
    scene.pass(0.2, 0.4);
  }

  static void kill(Scene scene) {
    Optional<Holder> holder =
        scene.drawsHolder() ? scene.stopHolder(1, any -> true) : Optional.empty();
    scene.crew().replace(holder.map(Holder::client).orElseGet(scene::anyClient));
  }

  static void interrupt(Scene scene) {
    scene.anyMember().send("STORM " + scene.lease().toMillis() / 2);
    scene.pass(0.5, 0.8);
  }
}
