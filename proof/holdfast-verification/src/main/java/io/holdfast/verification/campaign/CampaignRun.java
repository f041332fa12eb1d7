package io.holdfast.verification.campaign;

import io.holdfast.testkit.Eventually;
import io.holdfast.testkit.RedisServer;
import io.holdfast.verification.campaign.Outcome.Verdict;
import io.holdfast.verification.checker.Checker;
import io.holdfast.verification.checker.Evidence;
import io.holdfast.verification.checker.Finding;
import io.holdfast.verification.fault.Crew;
import io.holdfast.verification.fault.Scene;
import io.holdfast.verification.fault.Site;
import io.holdfast.verification.history.End;
import io.holdfast.verification.history.History;
import io.holdfast.verification.history.Journal;
import io.holdfast.verification.history.Pulse;
import io.holdfast.verification.history.RecordedAnswer;
import io.holdfast.verification.history.Stalls;
import io.holdfast.verification.subject.Subjects;
import io.holdfast.verification.traffic.Plan;
import io.holdfast.verification.traffic.Store;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.awaitility.core.ConditionTimeoutException;

/** Runs one campaign over one lock: traffic, faults, then everybody finishes, then the checkers. */
public final class CampaignRun {

  private static final Duration TIME_TO_CLOSE = Duration.ofSeconds(5);
  private static final double SHORTEST_PEACE_LEASES = 0.1;
  private static final double LONGEST_PEACE_LEASES = 0.5;

  private final Campaign campaign;
  private final String subject;
  private final Settings settings;
  private final List<String> locks;
  private final Random random;
  private int strikes;

  private CampaignRun(Campaign campaign, String subject, Settings settings) {
    this.campaign = campaign;
    this.subject = subject;
    this.settings = settings;
    this.locks = Plan.names(settings.locks());
    this.random = new Random(settings.seed());
  }

  /** Runs the campaign; its journals stay in the directory of the settings. */
  public static Outcome of(Campaign campaign, String subject, Settings settings)
      throws IOException {
    Site site = Site.start(campaign.topology(), campaign.fault(), settings.clients());
    return on(site, campaign, subject, settings);
  }

  /** As {@link #of}, on servers that were started for it; they are ended. */
  public static Outcome on(Site site, Campaign campaign, String subject, Settings settings)
      throws IOException {
    try (site) {
      return new CampaignRun(campaign, subject, settings).carryOut(site);
    }
  }

  private Outcome carryOut(Site site) throws IOException {
    Path own = settings.directory().resolve(Stalls.HARNESS + ".journal");
    try (Journal journal = new Journal(own);
        Pulse unused = new Pulse(journal);
        RedisServer numbers = RedisServer.start();
        Crew crew = new Crew(
            settings.directory(), settings.clients(), client -> plan(client, site, numbers))) {
      strike(new Scene(site, crew, locks, settings.lease(), random));
      site.heal();
      long healed = System.nanoTime();
      List<String> stuck = crew.finish(settings.bound().plus(TIME_TO_CLOSE));
      List<String> keysLeft = keysLeft(site);
      try (Store store = new Store(numbers.port())) {
        return judge(new Evidence(
            History.of(Stream.concat(crew.journals().stream(), Stream.of(own)).toList()),
            terms(),
            tallies(store, false),
            Subjects.hasTokens(subject) ? tallies(store, true) : Map.of(),
            healed,
            stuck,
            keysLeft));
      }
    }
  }

  private Evidence.Terms terms() {
    return new Evidence.Terms(
        settings.lease(),
        Plan.fixed(settings.lease()),
        Subjects.hasTokens(subject),
        Subjects.tells(subject),
        campaign.fault().effect().losesData(),
        Promises.keepServerReachable(campaign.fault()),
        settings.bound());
  }

  private Plan plan(int client, Site site, RedisServer numbers) {
    return new Plan(
        subject,
        site.uri(client),
        numbers.port(),
        settings.threads(),
        settings.locks(),
        settings.lease(),
        settings.seed() * 100 + client,
        settings.habits());
  }

  private void strike(Scene scene) {
    long end = System.nanoTime() + settings.time().toNanos();
    while (true) {
      scene.pass(SHORTEST_PEACE_LEASES, LONGEST_PEACE_LEASES);
      if (System.nanoTime() - end >= 0) {
        return;
      }
      campaign.fault().strike(scene);
      strikes++;
    }
  }

  private List<String> keysLeft(Site site) {
    Duration patience = settings.lease().plusSeconds(2);
    try {
      Eventually.within(patience)
          .eventually("no lock is left", () -> locked(site).isEmpty());
      return List.of();
    } catch (ConditionTimeoutException e) {
      return locked(site);
    }
  }

  /** Of Holdfast every key: it has none but those of its locks. */
  private List<String> locked(Site site) {
    if (Subjects.isOurs(subject)) {
      return site.keys();
    }
    List<String> keys = new ArrayList<>(locks);
    locks.forEach(lock -> keys.add("verify:" + lock)); // as a registry of Spring Integration has it
    return site.keys().stream().filter(keys::contains).toList();
  }

  private Map<String, Evidence.Tally> tallies(Store store, boolean isFenced) {
    Map<String, Evidence.Tally> tallies = new TreeMap<>();
    locks.forEach(lock -> tallies.put(lock, isFenced ? store.fenced(lock) : store.plain(lock)));
    return tallies;
  }

  private Outcome judge(Evidence evidence) {
    List<Verdict> verdicts = new ArrayList<>();
    for (Checker checker : Checker.values()) {
      boolean applies = checker.appliesTo(evidence);
      Finding finding = applies ? checker.check(evidence) : Finding.of(List.of());
      boolean isPromised = Promises.cover(checker, campaign.fault().effect());
      verdicts.add(new Verdict(checker, applies, isPromised, finding));
    }
    return new Outcome(
        campaign.name(),
        subject,
        settings.seed(),
        settings.time().toSeconds(),
        strikes,
        counts(evidence),
        verdicts);
  }

  private static Map<String, Long> counts(Evidence evidence) {
    History history = evidence.history();
    Map<String, Long> counts = new LinkedHashMap<>();
    counts.put("calls", (long) history.calls().size());
    counts.put("granted", history.count(RecordedAnswer.GRANTED));
    counts.put("refused", history.count(RecordedAnswer.REFUSED));
    counts.put("unknown", history.count(RecordedAnswer.UNKNOWN));
    counts.put("errors", history.count(RecordedAnswer.ERROR));
    counts.put("lost leases", history.count(End.LOST));
    counts.put("plain updates", sum(evidence.plain()));
    counts.put("fenced updates", sum(evidence.fenced()));
    counts.put(
        "refused by the fence",
        evidence.fenced().values().stream().mapToLong(Evidence.Tally::refused).sum());
    return counts;
  }

  private static long sum(Map<String, Evidence.Tally> tallies) {
    return tallies.values().stream().mapToLong(Evidence.Tally::accepted).sum();
  }
}
