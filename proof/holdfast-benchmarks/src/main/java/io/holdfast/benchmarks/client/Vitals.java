package io.holdfast.benchmarks.client;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;

/**
 * How a process is.
 *
 * @param heapBytes in use after a collection, 0 if none was made
 * @param threads alive
 * @param cpuNanos used so far
 */
public record Vitals(long heapBytes, int threads, long cpuNanos) {

  private static final int COLLECTIONS = 4; // references and cleaners take a few

  /** Without a collection, which would use processor time itself. */
  static Vitals quick() {
    OperatingSystemMXBean system =
        (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    return new Vitals(0, Thread.activeCount(), system.getProcessCpuTime());
  }

  static Vitals thorough() {
    Vitals quick = quick();
    long heap = Long.MAX_VALUE;
    Runtime runtime = Runtime.getRuntime();
    for (int i = 0; i < COLLECTIONS; i++) {
      System.gc();
      heap = Math.min(heap, runtime.totalMemory() - runtime.freeMemory());
    }
    return new Vitals(heap, quick.threads, quick.cpuNanos);
  }
}
