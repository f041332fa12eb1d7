package io.holdfast.spring.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.holdfast.LeaseLoss;
import io.holdfast.LockEvent;
import io.holdfast.spring.FakeHoldfast;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.config.MeterFilter;
import io.micrometer.core.instrument.distribution.DistributionStatisticConfig;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The dashboard and the reference speak of meters that there are, and of all of them. */
class DashboardTest {

  private static final Path DOCS = Path.of("..", "..", "docs");
  private static final Pattern METRIC = Pattern.compile("holdfast_[a-z_]+");
  private static final Pattern LABELS = Pattern.compile("(\\w+)\\s*(?:=~|!~|!=|=)\\s*\"");
  private static final Pattern COMMA = Pattern.compile(",");
  private static final Pattern BY = Pattern.compile("by \\(([^)]*)\\)");
  private static final Pattern SAMPLE = Pattern.compile("(?m)^(holdfast_\\w+)(?:\\{(.*)})? ");

  /** Labels that Prometheus and the application add. */
  private static final Set<String> FOREIGN = Set.of("application", "instance");

  private static PrometheusMeterRegistry registry() {
    PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    registry.config().meterFilter(new MeterFilter() {
      @Override
      public DistributionStatisticConfig configure(Meter.Id id, DistributionStatisticConfig base) {
        return DistributionStatisticConfig.builder()
            .percentilesHistogram(true)
            .build()
            .merge(base);
      }
    });
    LimitedGroups groups = new LimitedGroups(LockGroups.byPrefix(), 64);
    LockMetrics metrics = new LockMetrics(groups);
    metrics.bindTo(registry);
    metrics.on(new LockEvent.Acquired("sku:1", 1, Duration.ofMillis(1)));
    metrics.on(new LockEvent.Lost(
        "sku:1", new LeaseLoss("sku:1", 1, LeaseLoss.Reason.FORCED, "by a test")));
    new LockGauges(new FakeHoldfast().held("sku:1", 1), groups).bindTo(registry);
    return registry;
  }

  private static Set<String> scraped(String text) {
    Set<String> names = new TreeSet<>();
    Matcher sample = SAMPLE.matcher(text);
    while (sample.find()) {
      names.add(sample.group(1));
    }
    return names;
  }

  private static Set<String> scrapedLabels(String text) {
    Set<String> labels = new TreeSet<>(FOREIGN);
    Matcher sample = SAMPLE.matcher(text);
    while (sample.find()) {
      if (sample.group(2) != null) {
        Matcher label = LABELS.matcher(sample.group(2));
        while (label.find()) {
          labels.add(label.group(1));
        }
      }
    }
    return labels;
  }

  private static List<String> queries() throws Exception {
    JsonNode dashboard = new ObjectMapper()
        .readTree(Files.readString(DOCS.resolve("grafana").resolve("holdfast.json")));
    List<String> queries = new ArrayList<>();
    dashboard.findValues("expr").forEach(expr -> queries.add(expr.asText()));
    dashboard.findValues("definition").forEach(expr -> queries.add(expr.asText()));
    assertThat(queries).hasSizeGreaterThan(15);
    return queries;
  }

  private static Set<String> all(Pattern pattern, int group, List<String> texts) {
    Set<String> found = new TreeSet<>();
    for (String text : texts) {
      Matcher matcher = pattern.matcher(text);
      while (matcher.find()) {
        COMMA.splitAsStream(matcher.group(group)).map(String::strip).forEach(found::add);
      }
    }
    return found;
  }

  @Test
  void dashboard_everyQueriedMetric_isRegistered() throws Exception {
    assertThat(scraped(registry().scrape())).containsAll(all(METRIC, 0, queries()));
  }

  @Test
  void dashboard_everyMeter_isShown() throws Exception {
    Set<String> shown = all(METRIC, 0, queries());
    assertThat(registry().getMeters()).isNotEmpty().allSatisfy(meter -> {
      String name = meter.getId().getName().replace('.', '_');
      assertThat(shown).anyMatch(each -> each.equals(name) || each.startsWith(name + "_"));
    });
  }

  @Test
  void dashboard_everyLabel_exists() throws Exception {
    Set<String> used = all(LABELS, 1, queries());
    used.addAll(all(BY, 1, queries()));
    assertThat(scrapedLabels(registry().scrape())).containsAll(used);
  }

  @Test
  void reference_everyMeter_isDescribed() throws Exception {
    String reference = Files.readString(DOCS.resolve("metrics.md"));
    Set<String> names = scraped(registry().scrape());
    assertThat(registry().getMeters())
        .allSatisfy(meter -> assertThat(reference).contains("`" + meter.getId().getName() + "`"));
    assertThat(names)
        .allSatisfy(name -> assertThat(reference)
            .contains("`" + name.replaceAll("_(count|sum|max|bucket)$", "") + "`"));
  }
}
