package io.holdfast.benchmarks.scenario;

import io.holdfast.benchmarks.contestant.Contestants;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** Sizes of the jars that a contestant adds to a Spring Boot application that has Lettuce. */
final class Jars {

  private static final List<String> HOLDFAST = List.of("holdfast-core", "holdfast-lettuce");

  /** Redisson 4.7 and those of its dependencies that a Boot application with Lettuce does not have. */
  private static final List<String> REDISSON = List.of(
      "redisson-",
      "cache-api-",
      "rxjava-",
      "kryo-",
      "reflectasm-",
      "objenesis-",
      "minlog-",
      "byte-buddy-",
      "jodd-util-",
      "netty-codec-compression-",
      "netty-codec-protobuf-",
      "netty-codec-marshalling-",
      "netty-codec-dns-",
      "netty-resolver-dns-");

  private Jars() {}

  static long addedBy(Contestants contestant) {
    List<String> names = contestant.isOurs() ? HOLDFAST : REDISSON;
    return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator, -1))
        .map(Path::of)
        .filter(path -> names.stream().anyMatch(name -> isNamed(path, name)))
        .mapToLong(Jars::size)
        .sum();
  }

  private static boolean isNamed(Path path, String name) {
    return path.getFileName().toString().startsWith(name)
        || (Files.isDirectory(path) && path.toString().contains(File.separator + name));
  }

  private static long size(Path path) {
    try {
      return Files.isDirectory(path) ? sizeOfJar(path) : Files.size(path);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What the classes would be as a jar. */
  private static long sizeOfJar(Path classes) throws IOException {
    Counter counter = new Counter();
    try (ZipOutputStream jar = new ZipOutputStream(counter);
        Stream<Path> files = Files.walk(classes)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        jar.putNextEntry(new ZipEntry(classes.relativize(file).toString()));
        Files.copy(file, jar);
      }
    }
    return counter.bytes;
  }

  private static final class Counter extends OutputStream {

    private long bytes;

    @Override
    public void write(int b) {
      bytes++;
    }

    @Override
    public void write(byte[] b, int offset, int length) {
      bytes += length;
    }
  }
}
