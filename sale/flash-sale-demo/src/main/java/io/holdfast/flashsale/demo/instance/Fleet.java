package io.holdfast.flashsale.demo.instance;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** All instances; those that die are started again. Thread-safe. */
public final class Fleet implements AutoCloseable {

  private static final Duration START_LIMIT = Duration.ofSeconds(150);

  private final List<InstanceProcess> instances;
  private final Consumer<String> news;
  private final Thread watch = new Thread(this::restartTheDead, "demo-fleet");
  private volatile boolean closed;

  private Fleet(List<InstanceProcess> instances, Consumer<String> news) {
    this.instances = List.copyOf(instances);
    this.news = news;
  }

  /** Starts all and waits until all answer; {@code news} is told of every death. */
  public static Fleet start(List<InstanceProcess> instances, Consumer<String> news)
      throws InterruptedException {
    Fleet fleet = new Fleet(instances, news);
    try {
      for (InstanceProcess instance : instances) {
        instance.start();
      }
      for (InstanceProcess instance : instances) {
        instance.awaitReady(START_LIMIT);
      }
      fleet.watch.setDaemon(true);
      fleet.watch.start();
      return fleet;
    } catch (InterruptedException | RuntimeException e) {
      fleet.close();
      throw e;
    }
  }

  /** The instances. */
  public List<InstanceProcess> instances() {
    return instances;
  }

  /** Where they answer. */
  public List<URI> uris() {
    return instances.stream().map(InstanceProcess::uri).toList();
  }

  /** Kills the instance of that name; it comes back. */
  public void kill(String name) {
    instances.stream()
        .filter(instance -> instance.name().equals(name))
        .forEach(InstanceProcess::kill);
  }

  private void restartTheDead() {
    try {
      while (!closed) {
        for (InstanceProcess instance : instances) {
          if (!instance.isAlive() && !closed) {
            news.accept("instance " + instance.name() + " has died; starting it again");
            instance.start();
          }
        }
        TimeUnit.MILLISECONDS.sleep(200);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // closed
    }
  }

  /** Ends all of them, side by side. */
  @Override
  public void close() {
    closed = true;
    watch.interrupt();
    try {
      watch.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    CompletableFuture.allOf(instances.stream()
            .map(instance -> CompletableFuture.runAsync(instance::close))
            .toArray(CompletableFuture[]::new))
        .join();
  }
}
