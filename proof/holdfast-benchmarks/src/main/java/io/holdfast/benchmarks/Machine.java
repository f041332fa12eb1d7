package io.holdfast.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Where the figures come from: they mean little without it. */
final class Machine {

  private Machine() {}

  static Map<String, String> describe(String redisVersion, @Nullable Path newerJava) {
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put(
        "processor", processor() + ", " + Runtime.getRuntime().availableProcessors() + " cores");
    facts.put("system", System.getProperty("os.name") + " " + System.getProperty("os.version"));
    facts.put(
        "java", System.getProperty("java.vm.name") + " " + System.getProperty("java.version"));
    facts.put("server", "redis-server " + redisVersion + " on loopback, no persistence");
    if (newerJava != null) {
      Path home = newerJava.getParent();
      facts.put(
          "virtual",
          "scenarios with virtual threads on "
              + (home == null || home.getParent() == null
                  ? newerJava
                  : home.getParent().getFileName()));
    }
    return facts;
  }

  private static String processor() {
    try {
      return Files.readAllLines(Path.of("/proc/cpuinfo")).stream()
          .filter(line -> line.startsWith("model name"))
          .map(line -> line.substring(line.indexOf(':') + 1).strip())
          .findFirst()
          .orElse(System.getProperty("os.arch"));
    } catch (IOException e) {
      return System.getProperty("os.arch");
    }
  }
}
