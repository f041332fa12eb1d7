package io.holdfast.testkit;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Questions to a server, over one connection.
 *
 * @param client the connection; stays the caller's to close
 */
record Inspection(RespClient client) {

  String text(String... command) {
    return String.valueOf(client.command(command));
  }

  long number(String... command) {
    return Long.parseLong(text(command));
  }

  List<@Nullable Object> list(String... command) {
    if (client.command(command) instanceof List<?> elements) {
      return elements.stream().<@Nullable Object>map(element -> element).toList();
    }
    throw new IllegalStateException("expected an array in reply to " + String.join(" ", command));
  }

  List<String> strings(String... command) {
    return list(command).stream().map(String::valueOf).toList();
  }

  /** The value of {@code field:value} in a section of INFO; empty text if absent. */
  String info(String section, String field) {
    return text("INFO", section)
        .lines()
        .filter(line -> line.startsWith(field + ":"))
        .map(line -> line.substring(field.length() + 1).strip())
        .findFirst()
        .orElse("");
  }

  long commandCalls(String command) {
    String stats = info("commandstats", "cmdstat_" + command); // calls=3,usec=…
    return stats.isEmpty()
        ? 0
        : Long.parseLong(stats.substring("calls=".length(), stats.indexOf(',')));
  }

  int connectionCount(String clientName) {
    return Math.toIntExact(text("CLIENT", "LIST")
        .lines()
        .filter(line -> line.contains(" name=" + clientName + " "))
        .count());
  }

  boolean has(Capability capability) {
    return list("COMMAND", "INFO", capability.command()).stream().anyMatch(Objects::nonNull);
  }
}
