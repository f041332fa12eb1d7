package io.holdfast.flashsale.deploy;

import static io.holdfast.testkit.Eventually.within;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.flashsale.buying.Purchase;
import io.holdfast.flashsale.operating.SaleKeeper;
import io.holdfast.flashsale.sale.NewSale;
import io.holdfast.flashsale.sale.Sale;
import io.holdfast.flashsale.settings.InstanceRungs;
import io.holdfast.flashsale.web.WebInstance;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.yaml.snakeyaml.Yaml;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Alerts and dashboards ask for metrics, labels and values that a running service has. */
class MonitoringIT {

  private static final Path DOCS = Path.of("..", "..", "docs");
  private static final Pattern SERIES = Pattern.compile("(?m)^([a-z_]+)(?:\\{(.*)})? \\S+$");
  private static final Pattern ASKED =
      Pattern.compile("\\b((?:flashsale|holdfast)_[a-z_]+)(?:\\{([^}]*)})?");
  private static final Pattern LABEL = Pattern.compile("([a-z_]+)\\s*(=|!=|=~|!~)\\s*\"([^\"]*)\"");

  /** What Prometheus adds, or who scrapes. */
  private static final Set<String> OF_THE_TARGET = Set.of("instance", "job", "application");

  private static WebInstance service;

  @BeforeAll
  static void start() {
    service = WebInstance.start(
        "monitored", "management.metrics.distribution.percentiles-histogram.holdfast.acquire=true");
    Instant now = Instant.now();
    Sale sale = service
        .bean(SaleKeeper.class)
        .create(new NewSale("x", 11, 1, 1, 1, now, now.plusSeconds(600), false));
    service
        .bean(InstanceRungs.class)
        .apply(sale.rung())
        .buy(new Purchase(sale, "ann", "first", 1))
        .toCompletableFuture()
        .join();
  }

  @AfterAll
  static void stop() {
    service.close();
  }

  /** Each series' labels with their values, by name. */
  private static Map<String, Map<String, Set<String>>> scrape() throws Exception {
    String text = HttpClient.newHttpClient()
        .send(
            HttpRequest.newBuilder(service.uri("/actuator/prometheus")).build(),
            BodyHandlers.ofString())
        .body();
    Map<String, Map<String, Set<String>>> all = new TreeMap<>();
    Matcher series = SERIES.matcher(text);
    while (series.find()) {
      Map<String, Set<String>> labels =
          all.computeIfAbsent(series.group(1), absent -> new TreeMap<>());
      Matcher label = LABEL.matcher(series.group(2) == null ? "" : series.group(2));
      while (label.find()) {
        labels.computeIfAbsent(label.group(1), absent -> new TreeSet<>()).add(label.group(3));
      }
    }
    return all;
  }

  /** What the expressions ask for and the service does not have. */
  static List<String> missing(
      List<String> expressions, Map<String, Map<String, Set<String>>> there) {
    List<String> missing = new ArrayList<>();
    for (String expression : expressions) {
      Matcher asked = ASKED.matcher(expression);
      while (asked.find()) {
        Map<String, Set<String>> labels = there.get(asked.group(1));
        if (labels == null) {
          missing.add(asked.group(1));
          continue;
        }
        Matcher label = LABEL.matcher(asked.group(2) == null ? "" : asked.group(2));
        while (label.find()) {
          String name = label.group(1);
          Set<String> values =
              OF_THE_TARGET.contains(name) ? null : labels.getOrDefault(name, Set.of());
          if (values != null && values.isEmpty()) {
            missing.add(asked.group(1) + "{" + name + "}");
          } else if (values != null
              && label.group(2).equals("=")
              && !values.contains(label.group(3))) {
            missing.add(asked.group(1) + "{" + label.group() + "}");
          }
        }
      }
    }
    return missing;
  }

  private static void assertAllThere(List<String> expressions) {
    assertThat(expressions).isNotEmpty();
    within(Duration.ofSeconds(10))
        .eventually(() -> assertThat(missing(expressions, scrape())).isEmpty());
  }

  @Test
  void alerts_everyMetricLabelAndValue_isThere() throws Exception {
    Map<String, List<Map<String, Object>>> file =
        new Yaml().load(Files.readString(DOCS.resolve("prometheus/flash-sale.rules.yaml")));
    List<String> expressions = new ArrayList<>();
    Set<Object> names = new TreeSet<>();
    for (Map<String, Object> group : file.getOrDefault("groups", List.of())) {
      for (Object rule : (List<?>) DeployFiles.at(group, "rules")) {
        expressions.add(String.valueOf(DeployFiles.at(rule, "expr")));
        assertThat(names.add(DeployFiles.at(rule, "alert")))
            .as("%s is there once", rule)
            .isTrue();
        assertThat(DeployFiles.at(rule, "labels", "severity")).isIn("page", "warn");
        DeployFiles.at(rule, "annotations", "summary");
        DeployFiles.at(rule, "annotations", "do");
      }
    }
    assertThat(expressions)
        .allSatisfy(expression -> assertThat(
                expression.chars().map(c -> c == '(' ? 1 : c == ')' ? -1 : 0).sum())
            .as(expression)
            .isZero());
    assertAllThere(expressions);
  }

  @Test
  void dashboards_everyMetricLabelAndValue_isThere() throws Exception {
    for (String file : List.of("flash-sale.json", "holdfast.json")) {
      JsonNode dashboard =
          JsonMapper.shared().readTree(Files.readString(DOCS.resolve("grafana").resolve(file)));
      assertAllThere(
          dashboard.findValues("expr").stream().map(JsonNode::asString).toList());
    }
  }

  @Test
  void check_whatIsNotThere_isSeen() throws Exception {
    List<String> wrong = List.of(
        "max(flashsale_pendings)",
        "sum(flashsale_purchases_total{outcom=\"accepted\"})",
        "sum(flashsale_purchases_total{outcome=\"acepted\"})");
    assertThat(missing(wrong, scrape())).hasSize(3);
  }
}
