package io.holdfast.verification.checker;

import io.holdfast.verification.history.Call;
import java.util.Comparator;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * Since when a turn of one lock was surely lost: somebody else had the lock after it, while it was not yet released.
 */
/*
 * Who came after whom is known by the tokens. Without tokens, or if the server has forgotten how far it had counted,
 * only who asked after the other was answered came surely after it.
 */
final class Losses {

  private final boolean isByToken;
  private final NavigableMap<Long, Long> soonestAnswer = new TreeMap<>(); // of that order or later

  /** Of the grants of one lock. */
  Losses(List<Call> granted, Evidence.Terms terms) {
    this.isByToken = terms.hasTokens()
        && (granted.stream().allMatch(TokenOrder::isStamped) || TokenOrder.isKept(granted));
    long soonest = Call.NEVER;
    for (Call call : granted.stream()
        .sorted(Comparator.comparingLong(this::order).reversed())
        .toList()) {
      soonest = Math.min(soonest, call.answered());
      soonestAnswer.put(order(call), soonest);
    }
  }

  private long order(Call call) {
    return isByToken ? TokenOrder.tenure(call) : call.called();
  }

  /** {@link Call#NEVER} if that turn was not lost as far as anybody saw before its release. */
  long since(Call call) {
    long last = isByToken ? TokenOrder.tenure(call) : call.answered();
    var later = soonestAnswer.higherEntry(last);
    if (later == null) {
      return Call.NEVER;
    }
    long since = Math.max(later.getValue(), call.answered());
    return since < call.turn().orElseThrow().releaseCalled() ? since : Call.NEVER;
  }
}
