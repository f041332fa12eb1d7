package io.holdfast.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;

/** Answers calls as they come, on a thread of its own: for tests whose subject is a blocking call. */
final class Answering {

  private final Scene scene;
  private final Thread thread;
  private volatile boolean stopped;
  private volatile boolean refusing;
  private volatile boolean losing;
  private volatile boolean notHeld;

  Answering(Scene scene) {
    this.scene = scene;
    this.thread = new Thread(this::run, "answering");
    thread.setDaemon(true);
    thread.start();
  }

  void refuse() {
    refusing = true;
  }

  void loseAcquires() {
    losing = true;
  }

  void answerReleasesNotHeld() {
    notHeld = true;
  }

  private void run() {
    while (!stopped) {
      PlayedCall call = scene.gateway.poll();
      if (call == null) {
        Thread.onSpinWait();
        continue;
      }
      switch (call.kind()) {
        case "acquire" -> {
          if (refusing) {
            call.refused(5_000);
          } else if (losing) {
            call.unanswered();
          } else {
            call.granted(scene.stamp());
          }
        }
        case "renew" -> call.renewed();
        case "yield" -> call.granted(scene.stamp());
        case "release" -> {
          if (notHeld) {
            call.notHeld();
          } else {
            call.released();
          }
        }
        default -> throw new IllegalStateException("not expected: " + call);
      }
      scene.gateway.answered();
    }
  }

  /** Until everything sent so far is answered. */
  void settle() {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
    while (!scene.gateway.isSettled()) {
      assertThat(System.nanoTime() - end).as("calls stay unanswered").isNegative();
      Thread.onSpinWait();
    }
  }

  void stop() throws InterruptedException {
    stopped = true;
    Scene.join(thread);
  }
}
