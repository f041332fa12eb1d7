package io.holdfast.flashsale.demo.load;

import io.holdfast.flashsale.demo.Arguments;
import io.holdfast.flashsale.demo.Arguments.WrongArgumentException;
import io.holdfast.flashsale.demo.DemoStage;
import io.holdfast.flashsale.demo.RunningFile;
import io.holdfast.flashsale.demo.Secrets;
import io.holdfast.flashsale.demo.Service;
import io.holdfast.flashsale.demo.servers.Servers;
import io.holdfast.flashsale.demo.servers.Servers.Durability;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Puts load on a service of its own, or on one that runs. */
public final class LoadCommand {

  /** What instances that are loaded are told: one address is many buyers here. */
  public static final List<String> SETTINGS = List.of(
      "--flash-sale.door.trusted=127.0.0.1,0:0:0:0:0:0:0:1",
      "--flash-sale.door.per-user=0",
      WriterSearch.SETTING);

  private static final int FIRST_PORT = 18_080;

  private LoadCommand() {}

  /**
   * Runs it; whether all came out as promised.
   *
   * @param directory where a demo may run
   */
  public static boolean run(Arguments arguments, Path directory, PrintStream out)
      throws IOException, InterruptedException, SQLException {
    LoadOptions options = LoadOptions.of(arguments);
    int instances = arguments.number("--instances", 1, 8, 2);
    int payments = arguments.number("--payments", 0, options.stock(), 0);
    boolean restartsRedis = restartsRedis(arguments);
    Durability durability = durability(arguments, restartsRedis);
    int otherSales = arguments.number("--sales", 0, 1_000, 0);
    String uris = arguments.text("--uri");
    if (uris != null) {
      Service service = running(uris, arguments, directory);
      arguments.requireNoOther();
      if (options.killWriter() + options.stopPostgresSeconds() > 0 || restartsRedis) {
        throw new WrongArgumentException(
            "--kill-writer, --stop-postgres and --restart-redis need servers and"
                + " instances of our own: leave --uri out");
      }
      return load(
          service, options, paying(Happening.NOTHING, service, payments, out), otherSales, out);
    }
    arguments.requireNoOther();
    Path data = Files.createTempDirectory("flash-sale-load-");
    try (DemoStage stage = DemoStage.start(
        new DemoStage.Setting(
            data,
            instances,
            FIRST_PORT,
            durability,
            settings(payments),
            line -> out.println("  ** " + line)),
        Secrets.random())) {
      Happening kills = new KillsAndOutage(stage, options);
      Happening happening =
          restartsRedis ? new RestartRedis(stage.servers().redis(), options.stock(), kills) : kills;
      return load(
          stage.service(),
          options,
          paying(happening, stage.service(), payments, out),
          otherSales,
          out);
    } finally {
      Servers.delete(data);
    }
  }

  private static boolean load(
      Service service, LoadOptions options, Happening happening, int otherSales, PrintStream out)
      throws IOException, InterruptedException, SQLException {
    OtherSales others = OtherSales.begin(service, otherSales, out);
    LoadRun.Result result = new LoadRun(service, options, out).run(happening);
    boolean areExact = others.areExact(Duration.ofSeconds(options.settleSeconds()), out);
    return isAsPromised(options, result) && areExact;
  }

  private static boolean restartsRedis(Arguments arguments) {
    String how = arguments.text("--restart-redis");
    if (how != null && !how.equals("snapshot")) {
      throw new WrongArgumentException("--restart-redis '" + how + "': expected snapshot");
    }
    return how != null;
  }

  private static Happening paying(
      Happening happening, Service service, int payments, PrintStream out) {
    return payments == 0
        ? happening
        : Happening.both(happening, new Paying(service, payments, out));
  }

  private static List<String> settings(int payments) {
    List<String> settings = new ArrayList<>(SETTINGS);
    if (payments > 0) {
      settings.addAll(Paying.SETTINGS);
    }
    return settings;
  }

  private static boolean isAsPromised(LoadOptions options, LoadRun.Result result) {
    return result.verdict().isExact() || !options.promisesExact();
  }

  /** A Redis that has a log does not come back from its snapshot. */
  private static Durability durability(Arguments arguments, boolean restartsRedis) {
    String text = arguments.text("--appendfsync");
    if (restartsRedis && text != null && !text.equals("none")) {
      throw new WrongArgumentException("--appendfsync '" + text
          + "': with --restart-redis snapshot Redis has no log; say none, or leave it out");
    }
    return switch (text == null ? restartsRedis ? "none" : "always" : text) {
      case "always" -> Durability.ALWAYS;
      case "everysec" -> Durability.EVERYSEC;
      case "none" -> Durability.NONE;
      default ->
        throw new WrongArgumentException(
            "--appendfsync '" + text + "': expected always, everysec or none");
    };
  }

  private static Service running(String uris, Arguments arguments, Path directory)
      throws IOException {
    Optional<Service> demo = RunningFile.read(directory);
    return new Service(
        RunningFile.uris(uris),
        either(arguments, "--admin-token", demo.map(Service::adminToken).orElse(null)),
        either(arguments, "--user-secret", demo.map(Service::userSecret).orElse(null)),
        either(arguments, "--redis", demo.map(Service::redisUri).orElse(null)),
        either(arguments, "--database", demo.map(Service::jdbcUrl).orElse(null)));
  }

  private static String either(Arguments arguments, String name, @Nullable String demo) {
    String given = arguments.text(name);
    if (given == null && demo == null) {
      throw new WrongArgumentException("no ./demo has run here: " + name + " is needed with --uri");
    }
    return given != null ? given : String.valueOf(demo);
  }
}
