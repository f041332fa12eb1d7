package io.holdfast.benchmarks.scenario;

/** What is read off a round. The name is the one in the JSON file, the heading the one in tables. */
public enum Figure {
  RATE("pairs/s"),
  COMMANDS("commands/grant"),
  SERVER_MICROS("server µs/grant"),
  WAIT_P50("p50 ms"),
  WAIT_P99("p99 ms"),
  WAIT_MAX("max ms"),
  FAIR_PROCESSES("Jain processes"),
  FAIR_THREADS("Jain threads"),
  LATENCY_P50("p50 µs"),
  LATENCY_P99("p99 µs"),
  COMMANDS_PER_PASS("commands/pass"),
  CPU_PER_PASS("CPU s/pass"),
  SERVED("served"),
  HEAP_GROWTH("heap growth B/name"),
  KEYS("keys left"),
  CHANNELS("channels left"),
  THREAD_GROWTH("threads more"),
  PINNED("pinned"),
  JARS("jars KB"),
  THREADS("threads"),
  CONNECTIONS("connections"),
  IDLE_BYTES("B/idle lock"),
  HELD_BYTES("B/held lock"),
  WAITING_BYTES("B/waiting name");

  private final String heading;

  Figure(String heading) {
    this.heading = heading;
  }

  public String heading() {
    return heading;
  }
}
