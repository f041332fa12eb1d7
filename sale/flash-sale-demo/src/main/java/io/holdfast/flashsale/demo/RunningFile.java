package io.holdfast.flashsale.demo;

import java.io.IOException;
import java.io.Reader;
import java.io.Writer;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.stream.Collectors;

/** Where the service of a directory runs: written by who starts it, for other commands to find. */
public final class RunningFile {

  private RunningFile() {}

  static void write(Path directory, Service service) throws IOException {
    Properties properties = new Properties();
    properties.setProperty(
        "uris", service.uris().stream().map(URI::toString).collect(Collectors.joining(",")));
    properties.setProperty("redis", service.redisUri());
    properties.setProperty("database", service.jdbcUrl());
    try (Writer writer = Files.newBufferedWriter(file(directory))) {
      properties.store(writer, null);
    }
  }

  /** What was written there last; it may run no more. */
  public static Optional<Service> read(Path directory) throws IOException {
    if (!Files.exists(file(directory))) {
      return Optional.empty();
    }
    Properties properties = new Properties();
    try (Reader reader = Files.newBufferedReader(file(directory))) {
      properties.load(reader);
    }
    Secrets secrets = Secrets.in(directory);
    return Optional.of(new Service(
        uris(properties.getProperty("uris", "")),
        secrets.adminToken(),
        secrets.userSecret(),
        properties.getProperty("redis", ""),
        properties.getProperty("database", "")));
  }

  /** Addresses, separated by commas. */
  public static List<URI> uris(String text) {
    return Arrays.stream(text.split(",")).map(String::trim).map(URI::create).toList();
  }

  private static Path file(Path directory) {
    return directory.resolve("running.properties");
  }
}
