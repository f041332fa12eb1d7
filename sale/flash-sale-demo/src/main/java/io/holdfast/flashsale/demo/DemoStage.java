package io.holdfast.flashsale.demo;

import io.holdfast.flashsale.demo.instance.Fleet;
import io.holdfast.flashsale.demo.instance.InstanceProcess;
import io.holdfast.flashsale.demo.servers.Ports;
import io.holdfast.flashsale.demo.servers.Servers;
import io.holdfast.flashsale.demo.servers.Servers.Durability;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * The whole service on this machine: embedded servers and instances.
 *
 * @param servers Redis and PostgreSQL
 * @param fleet the instances
 * @param service where all of it is
 */
public record DemoStage(Servers servers, Fleet fleet, Service service) implements AutoCloseable {

  /**
   * How it is set.
   *
   * @param directory data and logs
   * @param instances how many instances
   * @param firstPort the first instance listens there, or on the next free port
   * @param durability what Redis keeps
   * @param settings further properties of every instance
   * @param news told what happens to instances
   */
  public record Setting(
      Path directory,
      int instances,
      int firstPort,
      Durability durability,
      List<String> settings,
      Consumer<String> news) {}

  /** Starts everything and returns when every instance answers. */
  public static DemoStage start(Setting setting, Secrets secrets) throws InterruptedException {
    Servers servers = Servers.start(setting.directory(), setting.durability());
    try {
      Fleet fleet = Fleet.start(instances(setting, servers, secrets), setting.news());
      Service service = new Service(
          fleet.uris(),
          secrets.adminToken(),
          secrets.userSecret(),
          servers.redis().uri(),
          servers.postgres().jdbcUrl());
      return new DemoStage(servers, fleet, service);
    } catch (InterruptedException | RuntimeException e) {
      servers.close();
      throw e;
    }
  }

  private static List<InstanceProcess> instances(
      Setting setting, Servers servers, Secrets secrets) {
    List<String> settings = new ArrayList<>(servers.settings());
    settings.addAll(secrets.settings());
    settings.addAll(setting.settings());
    List<InstanceProcess> instances = new ArrayList<>();
    int port = setting.firstPort();
    for (int i = 1; i <= setting.instances(); i++) {
      port = Ports.firstFree(port);
      String name = "shop-" + i;
      Path log = setting.directory().resolve(name + ".log");
      instances.add(new InstanceProcess(name, port, log, List.of(), settings));
      port++;
    }
    return instances;
  }

  /** Ends everything; the data stays. */
  @Override
  public void close() {
    try (servers) {
      fleet.close();
    }
  }
}
