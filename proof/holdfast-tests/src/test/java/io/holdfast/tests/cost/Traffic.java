package io.holdfast.tests.cost;

import io.holdfast.testkit.FaultProxy;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Every command that one client sends, in full, as it passes the proxy. */
final class Traffic {

  private static final Set<String> HANDSHAKE = Set.of("HELLO", "CLIENT", "ROLE", "PING");

  private final Queue<String> commands = new ConcurrentLinkedQueue<>();

  private Traffic() {}

  /** Listens from now on, until the proxy heals. */
  static Traffic through(FaultProxy proxy) {
    Traffic traffic = new Traffic();
    proxy.holdNext(command -> {
      traffic.commands.add(command);
      return false; // goes on at once
    });
    return traffic;
  }

  void clear() {
    commands.clear();
  }

  /** In full, without what a new connection begins with, and pings. */
  List<String> commands() {
    return commands.stream()
        .filter(command -> !HANDSHAKE.contains(nameOf(command)))
        .toList();
  }

  /** Names only. */
  List<String> names() {
    return commands().stream().map(Traffic::nameOf).toList();
  }

  private static String nameOf(String command) {
    int end = command.indexOf(' ');
    return end < 0 ? command : command.substring(0, end);
  }
}
