package io.holdfast.testkit;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import redis.embedded.core.ExecutableProvider;
import redis.embedded.model.OsArchitecture;

/** Finds the redis-server to run: the one named by {@value #PROPERTY}, else the one inside embedded-redis. */
final class RedisBinary {

  static final String PROPERTY = "holdfast.redis-server";

  private static final Pattern VERSION = Pattern.compile("v=(\\d+)\\.(\\d+)");

  private RedisBinary() {}

  static Path locate() {
    String named = System.getProperty(PROPERTY);
    if (named == null || named.isBlank()) {
      return Embedded.PATH;
    }
    Path path = Path.of(named);
    if (!Files.isRegularFile(path) || !Files.isExecutable(path)) {
      throw new IllegalStateException("-D" + PROPERTY + "=" + named
          + " is not an executable file: name a redis-server or valkey-server binary, or leave the property"
          + " out to run the embedded one");
    }
    return path;
  }

  /** Whether the server to run is of that version or a later one; Valkey counts on from Redis 7.2. */
  static boolean isAtLeast(int major, int minor) {
    Matcher matcher = VERSION.matcher(Spoken.VERSION);
    if (!matcher.find()) {
      throw new IllegalStateException(
          locate() + " --version does not tell its version: '" + Spoken.VERSION + "'");
    }
    int first = Integer.parseInt(matcher.group(1));
    return first > major || (first == major && Integer.parseInt(matcher.group(2)) >= minor);
  }

  /** What the server says of itself; asked once. */
  private static final class Spoken {

    static final String VERSION = ask();

    private static String ask() {
      try {
        Process process = new ProcessBuilder(locate().toString(), "--version")
            .redirectErrorStream(true)
            .start();
        return new String(process.getInputStream().readAllBytes(), UTF_8).strip();
      } catch (IOException e) {
        throw new UncheckedIOException("cannot start " + locate(), e);
      }
    }
  }

  /** Extracted once per machine and user; later JVMs find it there. */
  private static final class Embedded {

    static final Path PATH = extract();

    private static Path extract() {
      OsArchitecture platform = OsArchitecture.detectOSandArchitecture();
      String resource = ExecutableProvider.newProvidedVersionsMap().get(platform);
      if (resource == null) {
        throw new IllegalStateException("embedded-redis carries no redis-server for " + platform.os
            + " " + platform.arch + ": install one and name it with -D" + PROPERTY + "=<path>");
      }
      String name = resource.substring(resource.lastIndexOf('/') + 1);
      try (InputStream in = ExecutableProvider.class.getClassLoader().getResourceAsStream(name)) {
        if (in == null) {
          throw new IllegalStateException(
              "'" + name + "' is missing from the embedded-redis jar: name a"
                  + " redis-server with -D" + PROPERTY + "=<path>");
        }
        return extract(in.readAllBytes(), name);
      } catch (IOException e) {
        throw new UncheckedIOException(
            "cannot extract the embedded redis-server '" + name + "'", e);
      }
    }

    private static Path extract(byte[] content, String name) throws IOException {
      Path cache = Path.of(
          System.getProperty("java.io.tmpdir"),
          "holdfast-testkit-" + System.getProperty("user.name"));
      Files.createDirectories(cache);
      Path target = cache.resolve(name);
      if (!Files.isExecutable(target) || Files.size(target) != content.length) {
        Path partial = Files.createTempFile(cache, name, ".partial");
        Files.write(partial, content);
        Files.setPosixFilePermissions(partial, PosixFilePermissions.fromString("rwxr-xr-x"));
        Files.move(partial, target, StandardCopyOption.ATOMIC_MOVE);
      }
      return target;
    }
  }
}
