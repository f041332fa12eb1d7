package io.holdfast.verification.simulation;

import io.holdfast.spi.ScriptCall;
import io.holdfast.spi.ScriptReply;
import io.holdfast.testkit.memory.ScriptCatalogue;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What the server has said to one client about its holders, as far as it was heard. */
final class Said {

  private final Map<String, Integer> answers = new HashMap<>();
  private final Set<String> lost = new HashSet<>();

  void heard(ScriptCall call, ScriptReply reply) {
    call.arguments().forEach(argument -> answers.merge(argument, 1, Integer::sum));
    boolean isYield = ScriptCatalogue.nameOf(call.source()).equals("yield");
    if (isYield
        && !reply.repeated()
        && reply.value() instanceof List<?> said
        && said.get(0).equals(0L)) {
      lost.add(call.arguments().get(0));
    }
  }

  /** How many answers there were about that holder, whatever they were. */
  int answersAbout(String holder) {
    return answers.getOrDefault(holder, 0);
  }

  /** Whether the server has said that it no longer knows that holder, when a turn of it was to be yielded. */
  boolean isLost(String holder) {
    return lost.contains(holder);
  }
}
