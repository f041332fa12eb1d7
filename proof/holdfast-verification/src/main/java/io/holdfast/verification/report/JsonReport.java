package io.holdfast.verification.report;

import com.google.gson.GsonBuilder;
import io.holdfast.verification.campaign.Outcome;
import io.holdfast.verification.campaign.Outcome.Verdict;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** All outcomes, for other programs. */
public final class JsonReport {

  private JsonReport() {}

  /** One object per outcome. */
  public static String of(List<Outcome> outcomes) {
    List<Object> all = new ArrayList<>();
    for (Outcome outcome : outcomes) {
      Map<String, Object> entry = new LinkedHashMap<>();
      entry.put("campaign", outcome.campaign());
      entry.put("lock", outcome.lock());
      entry.put("seed", outcome.seed());
      entry.put("seconds", outcome.seconds());
      entry.put("strikes", outcome.strikes());
      entry.put("counts", outcome.counts());
      Map<String, Object> checkers = new LinkedHashMap<>();
      outcome
          .verdicts()
          .forEach(verdict -> checkers.put(verdict.checker().label(), entry(verdict)));
      entry.put("checkers", checkers);
      all.add(entry);
    }
    return new GsonBuilder().setPrettyPrinting().disableHtmlEscaping().create().toJson(all) + "\n";
  }

  private static Map<String, Object> entry(Verdict verdict) {
    Map<String, Object> entry = new LinkedHashMap<>();
    entry.put("applies", verdict.applies());
    entry.put("promised", verdict.isPromised());
    entry.put("violations", verdict.finding().count());
    entry.put("examples", verdict.finding().examples());
    return entry;
  }
}
