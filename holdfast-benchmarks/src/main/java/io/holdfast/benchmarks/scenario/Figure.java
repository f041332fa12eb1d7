package io.holdfast.benchmarks.scenario;

/** What is read off a round. The name is the one in the JSON file, the heading the one in tables. */
public enum Figure {
  RATE("pairs/s", true),
  COMMANDS("commands/grant", false),
  SERVER_MICROS("server µs/grant", false),
  WAIT_P50("p50 ms", false),
  WAIT_P99("p99 ms", false),
  WAIT_MAX("max ms", false),
  FAIR_PROCESSES("Jain processes", true),
  FAIR_THREADS("Jain threads", true),
  LATENCY_P50("p50 µs", false),
  LATENCY_P99("p99 µs", false),
  COMMANDS_PER_PASS("commands/pass", false),
  CPU_PER_PASS("CPU s/pass", false),
  SERVED("served", true),
  SERVED_SECONDS("seconds", false),
  HEAP_GROWTH("heap growth B/name", false),
  KEYS("keys left", false),
  CHANNELS("channels left", false),
  THREAD_GROWTH("threads more", false),
  PINNED("pinned", false),
  JARS("jars KB", false),
  THREADS("threads", false),
  CONNECTIONS("connections", false),
  IDLE_BYTES("B/idle lock", false),
  HELD_BYTES("B/held lock", false),
  WAITING_BYTES("B/waiting name", false);

  private final String heading;
  private final boolean moreIsBetter;

  Figure(String heading, boolean moreIsBetter) {
    this.heading = heading;
    this.moreIsBetter = moreIsBetter;
  }

  public String heading() {
    return heading;
  }

  public boolean moreIsBetter() {
    return moreIsBetter;
  }
}
