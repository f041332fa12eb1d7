package io.holdfast.tests.cost;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.api.io.TempDir;

/** Virtual threads wait for the lock without holding on to a thread of the platform. */
@EnabledForJreRange(min = JRE.JAVA_21)
class VirtualThreadsIT extends CostFixture {

  private static final int THREADS = 2_000;

  private int counter; // nothing guards it but the lock

  @Test
  void virtualThreads_excludeEachOther_andPinNobody(@TempDir Path directory) throws Exception {
    alices.lock(); // what is loaded lazily is loaded now: a class initialiser pins
    alices.unlock();
    Path file = directory.resolve("pinned.jfr");
    try (Recording recording = new Recording()) {
      recording.enable("jdk.VirtualThreadPinned").withoutThreshold().withStackTrace();
      recording.start();
      incrementOnVirtualThreads();
      recording.stop();
      recording.dump(file);
    }
    assertThat(counter).isEqualTo(THREADS);
    assertThat(pinned(file)).as("where a carrier was pinned").isEmpty();
    assertThat(alices.holdCount()).isZero();
    assertIdle(alice);
    assertThat(server.keys()).isEmpty();
  }

  private void incrementOnVirtualThreads() throws Exception {
    ExecutorService executor = virtualThreads();
    try {
      List<Future<?>> turns = new ArrayList<>();
      for (int i = 0; i < THREADS; i++) {
        turns.add(executor.submit(() -> {
          alices.lock();
          try {
            int seen = counter;
            LockSupport.parkNanos(1); // lets whoever else is inside overtake us
            counter = seen + 1;
          } finally {
            alices.unlock();
          }
        }));
      }
      for (Future<?> turn : turns) {
        turn.get(PATIENCE.multipliedBy(2).toNanos(), TimeUnit.NANOSECONDS);
      }
    } finally {
      executor.shutdownNow();
    }
  }

  /** Compiled for Java 17, which has none. */
  private static ExecutorService virtualThreads() throws ReflectiveOperationException {
    return (ExecutorService)
        Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
  }

  private static List<String> pinned(Path file) throws Exception {
    return RecordingFile.readAllEvents(file).stream()
        .map(RecordedEvent::toString)
        .toList();
  }
}
