package io.holdfast.verification.traffic;

import io.holdfast.verification.history.Journal;
import io.holdfast.verification.history.Pulse;
import io.holdfast.verification.subject.Subject;
import io.holdfast.verification.subject.Subjects;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * A client process. Orders come as lines: {@code GO} once, {@code STORM ms} to interrupt its threads at
 * random for that long, {@code STOP} to take every lock once more, close and answer {@code DONE}.
 */
public final class TrafficMain {

  private static final Duration TIME_TO_CONNECT = Duration.ofSeconds(20);

  private final Plan plan;
  private final Subject subject;
  private final List<Thread> workers = new ArrayList<>();
  private volatile boolean isStopped;

  private TrafficMain(Plan plan, Subject subject) {
    this.plan = plan;
    this.subject = subject;
  }

  /**
   * Serves until it is told to stop.
   *
   * @param args the journal, then a {@link Plan}
   */
  public static void main(String[] args) throws Exception {
    Plan plan = Plan.parse(java.util.Arrays.copyOfRange(args, 1, args.length));
    try (Journal journal = new Journal(Path.of(args[0]));
        Pulse unused = new Pulse(journal)) {
      Leftovers leftovers = Leftovers.before();
      Subject subject = open(plan);
      System.out.println("READY");
      new TrafficMain(plan, subject).serve(journal);
      subject.leftovers().forEach(journal::leftover);
      subject.close();
      leftovers.find().forEach(journal::leftover);
      System.out.println("DONE");
    }
    System.exit(0); // whatever was left has been written down
  }

  /** Tries again for a while, as one would who starts a process: on a busy machine the first answers are slow. */
  private static Subject open(Plan plan) {
    long end = System.nanoTime() + TIME_TO_CONNECT.toNanos();
    while (true) {
      try {
        return Subjects.open(plan.subject(), plan.uri(), plan.lease());
      } catch (RuntimeException e) {
        if (System.nanoTime() - end > 0) {
          throw e;
        }
        Pace.millis(100);
      }
    }
  }

  private void serve(Journal journal) throws IOException, InterruptedException {
    BufferedReader orders =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String order = orders.readLine(); order != null; order = orders.readLine()) {
      String[] word = order.split(" ", -1);
      switch (word[0]) {
        case "GO" -> start(journal);
        case "STORM" -> storm(Long.parseLong(word[1]));
        case "STOP" -> {
          isStopped = true;
          for (Thread worker : workers) {
            worker.join();
          }
          return;
        }
        default -> throw new IllegalArgumentException("unknown order '" + order + "'");
      }
    }
  }

  private void start(Journal journal) {
    for (int i = 0; i < plan.threads(); i++) {
      Worker worker = new Worker(i, plan, subject, journal, () -> isStopped);
      Thread thread = new Thread(worker, "worker-" + i);
      workers.add(thread);
      thread.start();
    }
  }

  private void storm(long millis) {
    Random random = new Random(plan.seed() + millis);
    long end = System.nanoTime() + millis * 1_000_000;
    while (System.nanoTime() < end) {
      workers.get(random.nextInt(workers.size())).interrupt();
      Pace.millis(random.nextDouble() * 3);
    }
  }
}
