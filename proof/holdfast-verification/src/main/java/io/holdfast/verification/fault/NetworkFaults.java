package io.holdfast.verification.fault;

import io.holdfast.testkit.FaultProxy;
import io.holdfast.testkit.FaultProxy.AfterDrop;
import java.time.Duration;
import java.util.List;

/** What happens between one client and the server of one lock, or all of its servers, sentinels included. */
final class NetworkFaults {

  private static final Duration FOR_EVER = Duration.ofMinutes(10);

  /** What passes by itself, and what a client is not to give up for. */
  private static final List<String> ERRORS = List.of(
      "BUSY Redis is busy running a script. You can only call SCRIPT KILL or SHUTDOWN NOSAVE.",
      "LOADING Redis is loading the dataset in memory",
      "READONLY You can't write against a read only replica.",
      "CLUSTERDOWN The cluster is down",
      "TRYAGAIN Multiple keys request during rehashing of slot");

  /** What clients send; half of it about channels, which have a connection of their own. */
  private static final List<String> COMMANDS = List.of(
      "SUBSCRIBE",
      "SSUBSCRIBE",
      "UNSUBSCRIBE",
      "SUNSUBSCRIBE",
      "PING",
      "EVALSHA",
      "HELLO",
      "ROLE",
      "CLIENT",
      "CLUSTER");

  private NetworkFaults() {}

  /** The reply to one script, or to all for a while. */
  static void dropReply(Scene scene) {
    List<FaultProxy> lines = scene.linesOf(scene.anyClient());
    AfterDrop[] kinds = AfterDrop.values();
    AfterDrop then = kinds[scene.random().nextInt(kinds.length)];
    boolean isOnce = scene.random().nextBoolean();
    for (FaultProxy line : lines) {
      if (isOnce) {
        line.dropNextReplyTo(command -> command.startsWith("EVAL"), then);
      } else {
        line.dropReplyTo(command -> command.startsWith("EVAL"), then);
      }
    }
    scene.pass(0.1, 0.5);
    lines.forEach(FaultProxy::heal);
  }

  static void oneWay(Scene scene) {
    List<FaultProxy> lines = scene.linesOf(scene.anyClient());
    lines.forEach(line -> line.delay(FOR_EVER));
    scene.pass(0.2, 1.5);
    lines.forEach(FaultProxy::heal);
    lines.forEach(FaultProxy::cut); // what is held back would come in ten minutes
  }

  /** Until a turn that began under the delay has ended. */
  static void delay(Scene scene) {
    int client = scene.anyClient();
    List<FaultProxy> lines = scene.linesOf(client);
    int millis = (int) scene.lease().toMillis();
    Duration delay = Duration.ofMillis(millis / 10 + scene.random().nextInt(millis / 5));
    lines.forEach(line -> line.delay(delay));
    scene.awaitTurns(client, 2, 4); // the first may have begun before
    lines.forEach(FaultProxy::heal);
  }

  static void halfOpen(Scene scene) {
    List<FaultProxy> lines = scene.linesOf(scene.anyClient());
    lines.forEach(FaultProxy::halfOpen);
    scene.pass(0.2, 1.5);
    lines.forEach(FaultProxy::heal);
  }

  static void reset(Scene scene) {
    List<FaultProxy> lines = scene.linesOf(scene.anyClient());
    lines.forEach(scene.random().nextBoolean() ? FaultProxy::hangUp : FaultProxy::cut);
  }

  /** One command is refused for a while, and in the middle of it connections are lost or not. */
  static void answerWithErrors(Scene scene) {
    List<FaultProxy> lines = scene.linesOf(scene.anyClient());
    String command = COMMANDS.get(scene.random().nextInt(COMMANDS.size()));
    String error = ERRORS.get(scene.random().nextInt(ERRORS.size()));
    lines.forEach(line -> line.fail(FaultProxy.command(command), error));
    switch (scene.random().nextInt(3)) {
      case 0 -> lines.forEach(FaultProxy::cutPubSub);
      case 1 -> lines.forEach(FaultProxy::cut);
      default -> scene.pass(0.05, 0.1);
    }
    scene.pass(0.1, 0.5);
    lines.forEach(FaultProxy::heal);
  }
}
