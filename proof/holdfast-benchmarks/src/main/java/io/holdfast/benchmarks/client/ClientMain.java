package io.holdfast.benchmarks.client;

import com.google.gson.Gson;
import io.holdfast.benchmarks.contestant.Contestant;
import io.holdfast.benchmarks.contestant.Contestants;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/**
 * A client process: opens one contestant, then does one job per line of its input and answers each with
 * one line, {@code RESULT} and JSON or {@code FAILED} and the reason. Ends with its input.
 */
public final class ClientMain {

  private final Gson gson = new Gson();
  private final String uri;
  private final Contestants who;
  private final long leaseMillis;
  private final int threadsBefore = Vitals.quick().threads();
  private final Contestant contestant;
  private final HoldJob holding;

  private ClientMain(Contestants who, String uri, long leaseMillis) {
    this.uri = uri;
    this.who = who;
    this.leaseMillis = leaseMillis;
    this.contestant = who.open(uri, leaseMillis);
    this.holding = new HoldJob(contestant);
  }

  /**
   * Serves until the input ends.
   *
   * @param args contestant, server URI, lease time in ms
   */
  public static void main(String[] args) throws IOException {
    new ClientMain(Contestants.of(args[0]), args[1], Long.parseLong(args[2])).serve();
    System.exit(0); // some contestants leave threads behind
  }

  private void serve() throws IOException {
    System.out.println("READY");
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      try {
        System.out.println("RESULT " + gson.toJson(carryOut(line.split(" ", -1))));
      } catch (Exception | LinkageError e) {
        System.out.println("FAILED " + e.toString().replace('\n', ' '));
        e.printStackTrace();
      }
    }
    contestant.close();
  }

  private Object carryOut(String[] job) throws Exception {
    return switch (job[0]) {
      case "pairs" ->
        new PairsJob(contestant)
            .run(
                PairsJob.Names.valueOf(job[1]),
                integer(job[2]),
                job[3].equals("virtual"),
                millis(job[4]));
      case "cycle" -> new CycleJob(contestant).run(integer(job[1]), millis(job[2]));
      case "turns" -> new TurnsJob(contestant).run(integer(job[1]));
      case "ask" -> holding.ask(integer(job[1]));
      case "await" -> holding.await(millis(job[1]));
      case "churn" -> new ChurnJob(contestant).run(integer(job[1]), integer(job[2]));
      case "sizes" -> new SizesJob(contestant).run(integer(job[1]), integer(job[2]));
      case "vitals" -> Vitals.thorough();
      case "cpu" -> Vitals.quick();
      case "threads" -> Vitals.quick().threads() - threadsBefore - contestant.foreignThreads();
      default ->
        throw new IllegalArgumentException("unknown job '" + job[0] + "' for " + who.label()
            + " at " + uri + ", lease " + leaseMillis + " ms");
    };
  }

  private static int integer(String text) {
    return Integer.parseInt(text);
  }

  private static Duration millis(String text) {
    return Duration.ofMillis(Long.parseLong(text));
  }
}
