package io.holdfast.benchmarks.scenario;

import io.holdfast.benchmarks.contestant.Contestant;
import io.holdfast.benchmarks.contestant.Contestants;
import io.holdfast.benchmarks.contestant.LockScripts;
import io.holdfast.benchmarks.contestant.PeerLock;
import io.holdfast.testkit.RespClient;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** The commands of one lock and unlock, listened to with {@code MONITOR}: nothing of a peer is copied here. */
final class CapturedPair {

  private static final String NAME = "bench:captured";
  private static final String END = "bench:end";

  private CapturedPair() {}

  /** Ours hold a latest time, so they cannot be sent again as captured: the same scripts, no limit. */
  static List<String[]> ours(ServerStats server) {
    LockScripts scripts = LockScripts.ours();
    String holder = LockScripts.holder();
    return List.of(
        call(server, scripts.acquire(), scripts.acquireArguments(holder, 30_000)),
        call(server, scripts.release(), scripts.releaseArguments(holder, NAME)));
  }

  private static String[] call(ServerStats server, String script, String[] arguments) {
    String sha = (String) server.command("SCRIPT", "LOAD", script);
    List<String> command = new ArrayList<>(List.of("EVALSHA", sha, "1", NAME));
    command.addAll(List.of(arguments));
    return command.toArray(String[]::new);
  }

  static List<String[]> of(Contestants contestant, String uri) {
    int port = URI.create(uri).getPort();
    try (Contestant client = contestant.open(uri, 30_000);
        RespClient listener = RespClient.connect(port, Duration.ofSeconds(10));
        RespClient marker = RespClient.connect(port)) {
      PeerLock lock = client.lock(NAME);
      pair(lock); // scripts are on the server afterwards
      listener.command("MONITOR");
      pair(lock);
      Pause.millis(200); // what is sent after the release has been answered
      marker.command("ECHO", END);
      return read(listener);
    }
  }

  private static void pair(PeerLock lock) {
    try {
      lock.lock();
      lock.unlock();
    } catch (Exception e) {
      throw new IllegalStateException("cannot capture a pair", e);
    }
  }

  private static List<String[]> read(RespClient listener) {
    List<String[]> commands = new ArrayList<>();
    while (true) {
      String line = (String) Objects.requireNonNull(listener.read());
      List<String> command = arguments(line);
      if (command.contains(END)) {
        return commands;
      }
      boolean isFromScript = line.contains(" lua] ");
      if (!isFromScript && command.stream().anyMatch(word -> word.contains(NAME))) {
        commands.add(command.toArray(String[]::new));
      }
    }
  }

  /** The quoted words of a line such as {@code 1700000000.1 [0 127.0.0.1:5] "GET" "a\"b"}. */
  static List<String> arguments(String line) {
    List<String> words = new ArrayList<>();
    StringBuilder word = null;
    for (int i = 0; i < line.length(); i++) {
      char c = line.charAt(i);
      if (word == null) {
        word = c == '"' ? new StringBuilder() : null;
      } else if (c == '"') {
        words.add(word.toString());
        word = null;
      } else if (c == '\\') {
        i++;
        word.append(unescaped(line.charAt(i)));
      } else {
        word.append(c);
      }
    }
    return words;
  }

  private static char unescaped(char c) {
    return switch (c) {
      case 'n' -> '\n';
      case 'r' -> '\r';
      case 't' -> '\t';
      case '"', '\\' -> c;
      default -> throw new IllegalStateException("a command with bytes that are no text: \\" + c);
    };
  }
}
