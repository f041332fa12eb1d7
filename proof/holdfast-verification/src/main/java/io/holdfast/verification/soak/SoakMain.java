package io.holdfast.verification.soak;

import com.sun.management.UnixOperatingSystemMXBean;
import io.holdfast.verification.history.Form;
import io.holdfast.verification.subject.Grip;
import io.holdfast.verification.subject.Subject;
import io.holdfast.verification.subject.Subject.Request;
import io.holdfast.verification.subject.Subjects;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A client process of a soak. Orders come as lines: {@code WORK ms} to lock and unlock for that long and
 * answer {@code RESTED calls failed} when every thread is at rest, {@code SAMPLE} to measure itself.
 */
public final class SoakMain {

  private static final int COLLECTIONS = 3; // one finds what is garbage, another what hung on it

  private final SoakPlan plan;
  private final Subject subject;
  private final List<SoakWorker> workers = new ArrayList<>();

  private SoakMain(SoakPlan plan, Subject subject) {
    this.plan = plan;
    this.subject = subject;
    for (int i = 0; i < plan.threads(); i++) {
      workers.add(new SoakWorker(i, plan, subject));
    }
  }

  /**
   * Serves until its input ends.
   *
   * @param args a {@link SoakPlan}
   */
  public static void main(String[] args) throws Exception {
    SoakPlan plan = SoakPlan.parse(args);
    Subject subject = Subjects.open(plan.subject(), plan.uri(), plan.lease());
    System.out.println("READY");
    new SoakMain(plan, subject).serve();
    subject.close();
    System.exit(0); // a peer may have left threads behind
  }

  private void serve() throws IOException, InterruptedException {
    BufferedReader orders =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String order = orders.readLine(); order != null; order = orders.readLine()) {
      if (order.startsWith("WORK ")) {
        work(Long.parseLong(order.substring("WORK ".length())));
      } else if (order.equals("SAMPLE")) {
        comeAndGo();
        System.out.println("SAMPLE " + measure());
      } else {
        throw new IllegalArgumentException("unknown order '" + order + "'");
      }
    }
  }

  private void work(long millis) throws InterruptedException {
    long end = System.nanoTime() + millis * 1_000_000;
    List<Thread> threads = new ArrayList<>();
    for (SoakWorker worker : workers) {
      Thread thread = new Thread(() -> worker.workUntil(end), "soak-worker");
      threads.add(thread);
      thread.start();
    }
    for (Thread thread : threads) {
      thread.join();
    }
    long calls = workers.stream().mapToLong(SoakWorker::calls).sum();
    long failed = workers.stream().mapToLong(SoakWorker::failed).sum();
    System.out.println("RESTED " + calls + " " + failed);
  }

  /** A client of a moment: what its end leaves behind adds up, too. */
  private void comeAndGo() {
    try (Subject other = Subjects.open(plan.subject(), plan.uri(), plan.lease())) {
      String lock = "soak:guest:" + plan.number();
      Optional<Grip> grip =
          other.acquire(new Request(lock, Form.LOCK, plan.lease(), Duration.ofSeconds(1)));
      if (grip.isPresent()) {
        grip.get().release();
      }
    } catch (Exception e) { // the connection is cut now and then; the next sample tries again
      System.out.println("the guest failed: " + e);
    }
  }

  private String measure() {
    for (int i = 0; i < COLLECTIONS; i++) {
      System.gc();
    }
    long heap = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    long threads = ManagementFactory.getThreadMXBean().getThreadCount();
    long files =
        ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix
            ? unix.getOpenFileDescriptorCount()
            : 0;
    return heap + " " + threads + " " + files + " " + subject.leftovers().size();
  }
}
