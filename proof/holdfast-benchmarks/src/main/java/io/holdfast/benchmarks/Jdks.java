package io.holdfast.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Finds a JDK with virtual threads: this one, or the newest installed beside it. */
final class Jdks {

  private static final int VIRTUAL_THREADS = 21;
  private static final Pattern VERSION = Pattern.compile("JAVA_VERSION=\"(\\d+)");

  private Jdks() {}

  static @Nullable Path newest() {
    Path here = Path.of(System.getProperty("java.home"));
    Path beside = here.getParent();
    if (beside == null) {
      return null;
    }
    try (Stream<Path> homes = Files.list(beside)) {
      Optional<Path> newest = homes
          .filter(home -> version(home) >= VIRTUAL_THREADS)
          .max(Comparator.comparingInt(Jdks::version));
      return newest.map(home -> home.resolve("bin").resolve("java")).orElse(null);
    } catch (IOException e) {
      return null; // as if there were none: the run says so
    }
  }

  /** 0 if that is no JDK. */
  private static int version(Path home) {
    Path release = home.resolve("release");
    if (!Files.isRegularFile(release) || !Files.isExecutable(home.resolve("bin").resolve("java"))) {
      return 0;
    }
    try {
      Matcher matcher = VERSION.matcher(Files.readString(release));
      return matcher.find() ? Integer.parseInt(matcher.group(1)) : 0;
    } catch (IOException e) {
      return 0;
    }
  }
}
