package io.holdfast.verification.fault;

import io.holdfast.testkit.FaultProxy;
import io.holdfast.testkit.FaultProxy.AfterDrop;
import java.time.Duration;

/** What happens between one client and its server. */
final class NetworkFaults {

  private static final Duration FOR_EVER = Duration.ofMinutes(10);

  private NetworkFaults() {}

  /** The reply to one script, or to all for a while. */
  static void dropReply(Scene scene) {
    FaultProxy proxy = scene.anyProxy();
    AfterDrop[] kinds = AfterDrop.values();
    AfterDrop then = kinds[scene.random().nextInt(kinds.length)];
    if (scene.random().nextBoolean()) {
      proxy.dropReplyTo(command -> command.startsWith("EVAL"), then);
    } else {
      proxy.dropNextReplyTo(command -> command.startsWith("EVAL"), then);
    }
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

  /** Until a turn that began under the delay has ended. */
  static void delay(Scene scene) {
    int client = scene.anyClient();
    FaultProxy proxy = scene.site().proxy(client);
    int millis = (int) scene.lease().toMillis();
    proxy.delay(Duration.ofMillis(millis / 10 + scene.random().nextInt(millis / 5)));
    scene.awaitTurns(client, 2, 4); // the first may have begun before
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
