package io.holdfast.verification.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;

/** What happened, line by line, if anybody wants to read it. */
final class Trace {

  private final boolean isWanted;
  private final VirtualTime time;
  private final List<String> lines = new ArrayList<>();

  Trace(boolean isWanted, VirtualTime time) {
    this.isWanted = isWanted;
    this.time = time;
  }

  void add(String who, Supplier<String> what) {
    if (isWanted) {
      lines.add(
          String.format(Locale.ROOT, "%11.3f ms  %-8s %s", time.nanos() / 1e6, who, what.get()));
    }
  }

  List<String> lines() {
    return lines;
  }
}
