package io.holdfast.verification.checker;

import io.holdfast.verification.history.Call;
import io.holdfast.verification.history.History;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** No two intervals in which somebody believed to hold the same lock intersect. */
final class Overlap {

  private Overlap() {}

  static Finding check(History history) {
    List<String> violations = new ArrayList<>();
    history.byLock().forEach((lock, calls) -> check(lock, calls, violations));
    return Finding.of(violations);
  }

  private static void check(String lock, List<Call> calls, List<String> violations) {
    List<Call> granted = calls.stream()
        .filter(Call::isGranted)
        .sorted(Comparator.comparingLong(Call::answered))
        .toList();
    @Nullable Call longest = null;
    for (Call call : granted) {
      if (longest != null && call.answered() < until(longest)) {
        long together = Math.min(until(longest), until(call)) - call.answered();
        if (together > 0) {
          violations.add(lock + ": " + longest.who() + " and " + call.who()
              + " both believed to hold it for " + together / 1_000 + " µs (" + longest.form()
              + ", " + call.form() + ")");
        }
      }
      if (longest == null || until(call) > until(longest)) {
        longest = call;
      }
    }
  }

  private static long until(Call call) {
    return call.turn().orElseThrow().believedUntil();
  }
}
