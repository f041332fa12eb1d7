package io.holdfast.verification.fault;

import io.holdfast.testkit.ClientProcess;
import io.holdfast.verification.history.JournalTail;
import io.holdfast.verification.traffic.Plan;
import io.holdfast.verification.traffic.TrafficMain;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;

/** The client processes of a campaign. Not thread-safe. */
public final class Crew implements AutoCloseable {

  private static final Duration START_LIMIT = Duration.ofSeconds(60);
  private static final List<String> JVM =
      List.of("-Xmx128m", "-Dorg.slf4j.simpleLogger.defaultLogLevel=off");

  private final Path directory;
  private final IntFunction<Plan> plans;
  private final List<ClientProcess> members = new ArrayList<>();
  private final List<Path> journals = new ArrayList<>();
  private final List<JournalTail> tails = new ArrayList<>(); // by member

  /**
   * Starts the processes and lets them go when all are ready.
   *
   * @param plans what the client of a number is to do
   */
  public Crew(Path directory, int size, IntFunction<Plan> plans) {
    this.directory = directory;
    this.plans = plans;
    for (int i = 0; i < size; i++) {
      members.add(launch(i));
      tails.add(new JournalTail(journals.get(journals.size() - 1)));
    }
    members.forEach(member -> member.awaitLine("READY", START_LIMIT));
    members.forEach(member -> member.send("GO"));
  }

  private ClientProcess launch(int number) {
    Path journal = directory.resolve("client" + number + "-" + journals.size() + ".journal");
    journals.add(journal);
    List<String> args = new ArrayList<>(List.of(journal.toString()));
    args.addAll(plans.apply(number).toArguments());
    return ClientProcess.start(JVM, TrafficMain.class, args.toArray(String[]::new));
  }

  /** How many there are. */
  public int size() {
    return members.size();
  }

  ClientProcess member(int number) {
    return members.get(number);
  }

  /** What the client of that number has written down so far. */
  JournalTail tail(int number) {
    return tails.get(number);
  }

  /** Kills a client and starts another one in its place. */
  void replace(int number) {
    members.get(number).close();
    ClientProcess other = launch(number);
    members.set(number, other);
    tails.set(number, new JournalTail(journals.get(journals.size() - 1)));
    other.awaitLine("READY", START_LIMIT);
    other.send("GO");
  }

  /** What was written down by all that ever ran. */
  public List<Path> journals() {
    return List.copyOf(journals);
  }

  /** Lets everybody finish; those who do not in time are named, and killed. */
  public List<String> finish(Duration limit) {
    members.forEach(member -> member.send("STOP"));
    long deadline = System.nanoTime() + limit.toNanos();
    List<String> stuck = new ArrayList<>();
    for (int i = 0; i < members.size(); i++) {
      Duration left = Duration.ofNanos(Math.max(1, deadline - System.nanoTime()));
      try {
        members.get(i).awaitLine("DONE", left);
      } catch (AssertionError e) {
        stuck.add("client" + i + " did not come to an end within " + limit.toSeconds() + " s");
      }
    }
    close();
    return stuck;
  }

  @Override
  public void close() {
    members.forEach(ClientProcess::close);
  }
}
