package io.holdfast.verification.checker;

import io.holdfast.verification.history.Call;
import io.holdfast.verification.history.History;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A grant that was asked for after another one was answered has a greater token; no two grants have the
 * same; a re-entry has the same one as the turn around it.
 *
 * <p>After the server has forgotten a tenure, a hand-over inside it rightly carries an older token: it
 * shares its stamp with an earlier grant of the same process.
 */
final class TokenOrder {

  private static final long TOKENS_PER_STAMP = 1024;

  /** Smaller tokens are no time stamps, but counted. */
  private static final long SMALLEST_STAMPED = 1L << 40;

  private TokenOrder() {}

  static Finding check(History history, boolean losesData) {
    List<String> violations = new ArrayList<>();
    history.byLock().forEach((lock, calls) -> {
      List<Call> granted = calls.stream().filter(Call::isGranted).toList();
      checkUnique(lock, granted, violations);
      checkOrder(lock, granted, losesData, violations);
      checkReentry(lock, granted, violations);
    });
    return Finding.of(violations);
  }

  /** Only the order, only among grants of one client: it has seen them all, whatever the server's clock does. */
  static Finding checkByClient(History history, boolean losesData) {
    List<String> violations = new ArrayList<>();
    history
        .byLock()
        .forEach((lock, calls) -> calls.stream()
            .filter(Call::isGranted)
            .collect(Collectors.groupingBy(Call::process))
            .values()
            .forEach(granted -> checkOrder(lock, granted, losesData, violations)));
    return Finding.of(violations);
  }

  /** Whether the server has never forgotten how far it had counted for that lock. */
  static boolean isKept(List<Call> granted) {
    List<String> violations = new ArrayList<>();
    checkUnique("", granted, violations);
    checkOrder("", granted, false, violations);
    return violations.isEmpty();
  }

  private static void checkUnique(String lock, List<Call> granted, List<String> violations) {
    Map<Long, Call> seen = new HashMap<>();
    for (Call call : granted) {
      Call other = seen.put(call.token(), call);
      if (other != null) {
        violations.add(
            lock + ": " + other.who() + " and " + call.who() + " both got token " + call.token());
      }
    }
  }

  /** Walks the grants by the time they were called, with the greatest token answered before that. */
  private static void checkOrder(
      String lock, List<Call> granted, boolean losesData, List<String> violations) {
    List<Call> byAnswer =
        granted.stream().sorted(Comparator.comparingLong(Call::answered)).toList();
    int answeredBefore = 0;
    @Nullable Call greatest = null;
    for (Call call : granted) { // sorted by call
      while (byAnswer.get(answeredBefore).answered() < call.called()) {
        Call earlier = byAnswer.get(answeredBefore++);
        if (greatest == null || earlier.token() > greatest.token()) {
          greatest = earlier;
        }
      }
      if (greatest != null
          && call.token() < greatest.token()
          && !(losesData && isHandedOver(call, granted))) {
        violations.add(lock + ": " + call.who() + " got token " + call.token() + " after "
            + greatest.who() + " had got " + greatest.token());
      }
    }
  }

  /** Whether its token says when the tenure began. */
  static boolean isStamped(Call call) {
    return call.token() >= SMALLEST_STAMPED;
  }

  /** The part of its token that all grants of one tenure share. */
  static long tenure(Call call) {
    return isStamped(call) ? call.token() / TOKENS_PER_STAMP : call.token();
  }

  private static boolean isHandedOver(Call call, List<Call> granted) {
    return isStamped(call)
        && granted.stream()
            .anyMatch(earlier -> earlier.process().equals(call.process())
                && earlier.token() < call.token()
                && tenure(earlier) == tenure(call));
  }

  private static void checkReentry(String lock, List<Call> granted, List<String> violations) {
    for (Call call : granted) {
      call.turn()
          .flatMap(Call.Turn::inner)
          .filter(inner -> inner.token() != call.token())
          .ifPresent(inner -> violations.add(lock + ": " + call.who() + " got token " + call.token()
              + " and inside " + inner.token()));
    }
  }
}
