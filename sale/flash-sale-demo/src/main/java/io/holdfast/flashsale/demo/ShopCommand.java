package io.holdfast.flashsale.demo;

import io.holdfast.flashsale.demo.load.AdminApi;
import io.holdfast.flashsale.demo.servers.Ports;
import io.holdfast.flashsale.demo.servers.Servers;
import io.holdfast.flashsale.demo.servers.Servers.Durability;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Keeps the whole service running on embedded servers until it is told to end. */
final class ShopCommand {

  private static final int PORT = 8080;
  private static final int INSTANCES = 2;

  private ShopCommand() {}

  /** Runs until the JVM is told to end. */
  static boolean run(Arguments options, Path directory, PrintStream out)
      throws IOException, InterruptedException {
    long startNanos = System.nanoTime();
    int wanted = options.number("--port", 1, 65_000, PORT);
    boolean isPortFixed = options.has("--port");
    boolean fresh = options.has("--fresh");
    options.requireNoOther();
    if (isPortFixed && !Ports.isFree(wanted)) {
      throw new IllegalStateException("port " + wanted
          + " is taken: end what listens there, or name" + " another one with --port, or none");
    }
    Files.createDirectories(directory);
    try (FileChannel channel = FileChannel.open(
            directory.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        FileLock lock = alone(channel, directory)) {
      if (fresh) {
        for (String old : List.of("redis", "postgres")) {
          Servers.delete(directory.resolve(old));
        }
      }
      out.println("Starting Redis, PostgreSQL and " + INSTANCES + " instances of the service...");
      DemoStage stage = DemoStage.start(
          new DemoStage.Setting(
              directory.toAbsolutePath(),
              INSTANCES,
              wanted,
              Durability.ALWAYS,
              List.of(
                  "--flash-sale.guests=true",
                  "--flash-sale.lab=true",
                  "--flash-sale.tutorial=true",
                  "--springdoc.api-docs.enabled=true"),
              line -> out.println("** " + line)),
          Secrets.in(directory));
      Runtime.getRuntime().addShutdownHook(new Thread(() -> end(stage, out), "demo-exit"));
      RunningFile.write(directory, stage.service());
      offerSomething(stage.service());
      greet(stage.service(), directory, (System.nanoTime() - startNanos) / 1e9, out);
      new CountDownLatch(1).await();
    }
    return true;
  }

  private static FileLock alone(FileChannel channel, Path directory) throws IOException {
    @Nullable FileLock lock = channel.tryLock();
    if (lock == null) {
      throw new IllegalStateException(
          "another ./demo runs on the data in " + directory + ": end it first");
    }
    return lock;
  }

  /** A sale to look at, unless there is one that is not over. */
  private static void offerSomething(Service service) throws IOException, InterruptedException {
    AdminApi admin = new AdminApi(service.uris().get(0), service.adminToken());
    for (JsonNode sale : admin.sales()) {
      if (!sale.path("state").asString().equals("ENDED")
          && !sale.path("state").asString().equals("SOLD_OUT")) {
        return;
      }
    }
    admin.create(
        "Sneakers, limited edition", 11, 100, Duration.ofSeconds(20), Duration.ofHours(12));
  }

  private static void greet(Service service, Path directory, double seconds, PrintStream out) {
    out.printf("Ready after %.1f s.%n%n", seconds);
    out.printf(
        "  %s/#admin=%s%n      the page: Shop, Lab and Admin%n",
        service.uris().get(0), service.adminToken());
    out.printf("  %s/swagger-ui.html%n      the API%n", service.uris().get(0));
    out.printf("  %s%n      the other instance%n%n", service.uris().get(1));
    out.printf("  Redis       %s   (appendonly yes, appendfsync always)%n", service.redisUri());
    out.printf("  PostgreSQL  %s   (fsync and synchronous_commit on)%n", service.jdbcUrl());
    out.printf(
        "  %s/       data and logs; kept for the next start, unless that is --fresh%n%n",
        directory);
    out.println("A sale opens within 20 seconds. Ctrl-C ends all of it.");
  }

  /** Redis ends by itself with this JVM: what it has accepted is on disk. */
  private static void end(DemoStage stage, PrintStream out) {
    out.println("Ending...");
    stage.fleet().close();
    stage.servers().postgres().close();
  }
}
