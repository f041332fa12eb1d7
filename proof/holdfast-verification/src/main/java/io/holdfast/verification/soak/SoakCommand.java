package io.holdfast.verification.soak;

import io.holdfast.verification.subject.Subjects;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code ./verify soak}. */
@Command(
    name = "soak",
    description = {
      "An hour under a bounded load: heap, threads, file handles, keys, channels, connections stay flat.",
      "",
      "Two client processes lock and unlock, half of the time under names never used before, while"
          + " connections break now and then. Exit code 1 if anything grew.",
      ""
    },
    sortOptions = false,
    usageHelpAutoWidth = true)
public final class SoakCommand implements Callable<Integer> {

  private static final Duration PATIENCE = Duration.ofSeconds(8);
  /** Until Holdfast has given up its last subscription. */
  private static final Duration USUAL_REST = Duration.ofSeconds(5);

  private static final Duration SHORTEST_WORK = Duration.ofSeconds(2);
  private static final int FEWEST_SAMPLES = 12;
  private static final int MOST_SAMPLES = 120;
  private static final int SAMPLES_PER_MINUTE = 6;

  @Option(
      names = "--minutes",
      paramLabel = "N",
      defaultValue = "60",
      description = "how long (default ${DEFAULT-VALUE})")
  private int minutes;

  @Option(
      names = "--rate",
      paramLabel = "N",
      defaultValue = "200",
      description = "calls per second of all clients together, at most (default ${DEFAULT-VALUE})")
  private int rate;

  @Option(
      names = "--lock",
      paramLabel = "NAME",
      defaultValue = "holdfast",
      description = "the lock under test (default ${DEFAULT-VALUE}); ./verify --list names them")
  private String lock = "holdfast";

  @Option(names = "--seed", paramLabel = "N", description = "for every choice")
  private @Nullable Long seed;

  @Option(
      names = "--output",
      paramLabel = "DIR",
      defaultValue = "target/verify",
      description = "where soak.csv goes (default ${DEFAULT-VALUE})")
  private Path output = Path.of("target", "verify");

  @Option(
      names = {"--help", "-h"},
      usageHelp = true,
      description = "this text")
  @SuppressWarnings("UnusedVariable") // picocli does what it says
  private boolean help;

  @Spec
  private @Nullable CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    check();
    int samples = Math.max(FEWEST_SAMPLES, Math.min(MOST_SAMPLES, minutes * SAMPLES_PER_MINUTE));
    Duration share = Duration.ofMinutes(minutes).dividedBy(samples);
    Duration interval = Duration.ofMillis(
        Math.max(SHORTEST_WORK.toMillis(), share.minus(USUAL_REST).toMillis()));
    long chosen = seed == null ? System.currentTimeMillis() % 1_000_000 : seed;
    Path file = Files.createDirectories(output).resolve("soak.csv");
    Files.writeString(file, Sample.csvHeader() + "\n");
    System.out.printf(
        "%s, %d min, a sample every %d s, seed %d%n", lock, minutes, share.toSeconds(), chosen);
    List<Sample> taken =
        Soak.of(lock, interval, samples, PATIENCE, rate, chosen, sample -> show(sample, file));
    List<String> grown = Measure.grown(taken);
    grown.forEach(growth -> System.out.println("GROWN " + growth));
    System.out.println((grown.isEmpty() ? "Flat. " : "") + "Samples are in " + file + ".");
    return grown.isEmpty() ? 0 : 1;
  }

  private static void show(Sample sample, Path file) {
    System.out.println(sample);
    try {
      Files.writeString(file, sample.csv() + "\n", StandardOpenOption.APPEND);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write " + file, e);
    }
  }

  private void check() {
    if (minutes < 1) {
      throw bad("--minutes: " + minutes + " is too short: expected at least 1");
    }
    if (rate < 1 || rate > 5_000) {
      throw bad("--rate: expected 1 to 5000 calls per second, not " + rate);
    }
    if (!Subjects.all().contains(lock)) {
      throw bad("--lock: there is no '" + lock + "'; ./verify --list shows those there are");
    }
    if (Subjects.needsReplica(lock)) {
      throw bad("--lock: " + lock + " needs a replica, and the server of a soak has none");
    }
  }

  private ParameterException bad(String message) {
    return new ParameterException(Objects.requireNonNull(spec).commandLine(), message);
  }
}
