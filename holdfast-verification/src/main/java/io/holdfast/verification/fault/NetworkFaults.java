package io.holdfast.verification.fault;

import io.holdfast.testkit.FaultProxy;
import io.holdfast.testkit.FaultProxy.AfterDrop;
import java.time.Duration;

/** What happens between one client and its server. */
final class NetworkFaults {

  private static final Duration FOR_EVER = Duration.ofMinutes(10);

  private NetworkFaults() {}

  static void dropReply(Scene scene) {
    FaultProxy proxy = scene.anyProxy();
    AfterDrop[] kinds = AfterDrop.values();
    proxy.dropNextReplyTo(
        command -> command.startsWith("EVAL"), kinds[scene.random().nextInt(kinds.length)]);
    scene.pass(0.1, 0.5);
    proxy.heal();
  }

  static void oneWay(Scene scene) {
    FaultProxy proxy = scene.anyProxy();
    proxy.delay(FOR_EVER);
    scene.pass(0.2, 1.5);
    proxy.heal();
    proxy.cut(); // what is held back would come in ten minutes
  }

  static void delay(Scene scene) {
    FaultProxy proxy = scene.anyProxy();
    proxy.delay(
        Duration.ofMillis(20 + scene.random().nextInt((int) scene.lease().toMillis() / 4)));
    scene.pass(0.5, 1.5);
    proxy.heal();
  }

  static void halfOpen(Scene scene) {
    FaultProxy proxy = scene.anyProxy();
    proxy.halfOpen();
    scene.pass(0.2, 1.5);
    proxy.heal();
  }

  static void reset(Scene scene) {
    FaultProxy proxy = scene.anyProxy();
    if (scene.random().nextBoolean()) {
      proxy.hangUp();
    } else {
      proxy.cut();
    }
  }
}
