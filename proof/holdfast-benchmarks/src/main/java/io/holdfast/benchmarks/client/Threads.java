package io.holdfast.benchmarks.client;

import java.lang.reflect.Method;

/** Starts platform threads, and virtual ones where this JDK has them. */
final class Threads {

  private Threads() {}

  static void start(boolean virtual, String name, Runnable task) {
    if (virtual) {
      startVirtual(task);
    } else {
      Thread thread = new Thread(null, task, name, 256 * 1024);
      thread.setDaemon(true);
      thread.start();
    }
  }

  private static void startVirtual(Runnable task) {
    try {
      Method start = Thread.class.getMethod("startVirtualThread", Runnable.class);
      start.invoke(null, task);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("no virtual threads in " + Runtime.version(), e);
    }
  }
}
