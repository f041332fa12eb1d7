package io.holdfast.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.Candidate;
import io.holdfast.Leadership;
import io.holdfast.LeadershipEnd;
import io.holdfast.LeaseView;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Timeout;

/** Somebody who stands, and notes what the callbacks were told. */
@Timeout(value = 20, threadMode = Timeout.ThreadMode.SEPARATE_THREAD) // close() waits without end
abstract class LeadershipFixture {

  static final String A = "a";

  /** What the callbacks were told, in order. */
  final List<String> told = new ArrayList<>();

  final List<LeaseView> leases = new ArrayList<>();
  final List<LeadershipEnd> ends = new ArrayList<>();

  final Candidate candidate(Scene scene) {
    return scene
        .client
        .leader(A)
        .onGained(lease -> {
          leases.add(lease);
          told.add("gained");
        })
        .onLost(end -> {
          ends.add(end);
          told.add("lost " + end.cause());
        });
  }

  final Leadership leading(Scene scene) {
    Leadership leadership = candidate(scene).campaign();
    scene.gateway.take("acquire").granted(scene.stamp());
    assertThat(leadership.isLeader()).isTrue();
    return leadership;
  }

  /** Closes on a thread of its own; what it sends is for the test to answer. */
  static Thread closing(AutoCloseable closeable) {
    Thread thread = new Thread(() -> {
      try {
        closeable.close();
      } catch (Exception e) {
        throw new IllegalStateException(e);
      }
    });
    thread.setDaemon(true);
    thread.start();
    return thread;
  }

  static void awaitCall(Scene scene, Thread thread) {
    while (scene.gateway.open() == 0 && thread.isAlive()) {
      Thread.onSpinWait();
    }
  }

  static void closeAnswering(Scene scene, AutoCloseable closeable) throws Exception {
    Thread thread = closing(closeable);
    while (thread.isAlive()) {
      PlayedCall call = scene.gateway.poll();
      if (call != null) {
        call.released();
        scene.gateway.answered();
      }
      Thread.onSpinWait();
    }
  }
}
