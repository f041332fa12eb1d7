package io.holdfast.verification.fault;

import io.holdfast.testkit.ClientProcess;

/** What happens to client processes. */
final class ClientFaults {

  private ClientFaults() {}

  static void stop(Scene scene) {
    ClientProcess member = scene.anyMember();
    member.pause();
    scene.pass(1.1, 1.8);
    member.resume();
    scene.pass(0.2, 0.4);
  }

  static void kill(Scene scene) {
    scene.crew().replace(scene.anyClient());
  }

  static void interrupt(Scene scene) {
    scene.anyMember().send("STORM " + scene.lease().toMillis() / 2);
    scene.pass(0.5, 0.8);
  }
}
