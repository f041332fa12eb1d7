package io.holdfast.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Settings of a {@link RedisServer}; all have defaults. Not thread-safe. */
public final class RedisServerBuilder {

  private static final int ATTEMPTS = 3;

  private final Map<String, String> config = new LinkedHashMap<>();
  private final List<String> lines = new ArrayList<>();
  private @Nullable String password;
  private @Nullable RedisServer primary;
  private boolean tls;
  private boolean sentinel;
  private boolean movableClock;
  private int port;
  private @Nullable String nodesConf;

  RedisServerBuilder() {
    config.put("save", "");
    config.put("appendonly", "no");
    config.put("repl-diskless-sync", "yes");
    config.put("repl-diskless-sync-delay", "0");
    config.put("repl-ping-replica-period", "1");
  }

  /**
   * {@return this builder, with that line of redis.conf}
   *
   * @param key the first word of the line
   * @param value the rest; replaces an earlier one of the same key
   */
  public RedisServerBuilder config(String key, String value) {
    config.put(key, value);
    return this;
  }

  /**
   * {@return this builder, with a password}
   *
   * @param password what clients, and replicas of this server, must present
   */
  public RedisServerBuilder password(String password) {
    this.password = password;
    return config("requirepass", password).config("masterauth", password);
  }

  /**
   * {@return this builder, for a replica} {@code start} returns when it is in step.
   *
   * @param primary whose replica it is to be
   */
  public RedisServerBuilder replicaOf(RedisServer primary) {
    this.primary = primary;
    if (primary.password() != null) {
      config("masterauth", primary.password());
    }
    return config("replicaof", "127.0.0.1 " + primary.plainPort());
  }

  /** {@return this builder, with TLS, on a key pair made at the start: see {@link RedisServer#tlsMaterial()}} */
  public RedisServerBuilder tls() {
    this.tls = true;
    return this;
  }

  /** {@return this builder, with every write on disk before it is answered: {@link RedisServer#restart()} keeps it} */
  public RedisServerBuilder persistent() {
    return config("appendonly", "yes").config("appendfsync", "always");
  }

  /** {@return this builder, with a wall clock that can be moved: {@link RedisServer#clock()}} Needs libfaketime. */
  public RedisServerBuilder movableClock() {
    this.movableClock = true;
    return this;
  }

  /** Runs as a sentinel with these further lines. */
  RedisServerBuilder sentinel(List<String> sentinelLines) {
    this.sentinel = true;
    config.clear();
    lines.addAll(sentinelLines);
    return this;
  }

  RedisServerBuilder port(int port) {
    this.port = port;
    return this;
  }

  /** Runs as a cluster node that knows its cluster from the start. */
  RedisServerBuilder clusterNode(String nodesConf) {
    this.nodesConf = nodesConf;
    return config("cluster-enabled", "yes").config("cluster-config-file", "nodes.conf");
  }

  /**
   * {@return a new server, once it answers}
   *
   * @throws IllegalStateException with the server's own output, if it does not start
   */
  public RedisServer start() {
    for (int attempt = 1; ; attempt++) {
      RedisServer server = create();
      try {
        server.awaitReady();
        if (primary != null) {
          server.awaitInStep();
        }
        return server;
      } catch (RuntimeException | Error e) {
        boolean isPortTaken = server.log().contains("Address already in use");
        server.close();
        if (!isPortTaken || port != 0 || attempt == ATTEMPTS) {
          throw e;
        } // else another process was faster: try another port
      }
    }
  }

  /** Starts the process and does not wait for it. */
  RedisServer create() {
    RedisBinary.locate(); // if there is none, fail before anything is on disk
    try {
      Path root = Files.createDirectory(ProcessGuard.tempPath("redis"));
      int plainPort = port == 0 ? Ports.free() : port;
      Layout layout = new Layout(root, conf(root, plainPort), nodesConf, sentinel);
      TlsMaterial material = tls ? TlsMaterial.create(root.resolve("tls")) : null;
      int tlsPort = 0;
      if (material != null) {
        tlsPort = Ports.free();
        layout.conf().addAll(tlsLines(material, tlsPort));
      }
      MovableClock clock = movableClock ? new MovableClock(root) : null;
      return new RedisServer(layout, plainPort, tlsPort, password, material, clock);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot make a directory for redis-server", e);
    }
  }

  private List<String> conf(Path root, int plainPort) {
    List<String> conf = new ArrayList<>();
    conf.add("bind 127.0.0.1");
    conf.add("port " + plainPort);
    conf.add("protected-mode no");
    conf.add("daemonize no");
    conf.add("dir " + root.resolve("data"));
    config.forEach((key, value) -> conf.add(key + " " + (value.isEmpty() ? "\"\"" : value)));
    conf.addAll(lines);
    return conf;
  }

  private static List<String> tlsLines(TlsMaterial material, int tlsPort) {
    return List.of(
        "tls-port " + tlsPort,
        "tls-cert-file " + material.certificate(),
        "tls-key-file " + material.privateKey(),
        "tls-ca-cert-file " + material.certificate(),
        "tls-auth-clients no");
  }

  /**
   * What lies in a server's directory.
   *
   * @param root deleted on close
   * @param conf the lines of redis.conf
   * @param nodesConf the content of nodes.conf, for a cluster node
   * @param isSentinel whether to run as sentinel
   */
  record Layout(Path root, List<String> conf, @Nullable String nodesConf, boolean isSentinel) {

    Path data() {
      return root.resolve("data");
    }

    Path log() {
      return root.resolve("redis.log");
    }

    Path confFile() {
      return root.resolve("redis.conf");
    }

    /** Everything as before the first start. */
    void reset() throws IOException {
      Directories.delete(data());
      Files.createDirectories(data());
      Files.write(confFile(), conf);
      if (nodesConf != null) {
        Files.writeString(data().resolve("nodes.conf"), nodesConf);
      }
    }

    List<String> command() {
      List<String> command =
          new ArrayList<>(List.of(RedisBinary.locate().toString(), confFile().toString()));
      if (isSentinel) {
        command.add("--sentinel");
      }
      return command;
    }
  }
}
