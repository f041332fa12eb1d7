package io.holdfast.flashsale.deploy;

import static io.holdfast.flashsale.deploy.DeployFiles.at;
import static io.holdfast.flashsale.deploy.DeployFiles.manifests;
import static io.holdfast.flashsale.deploy.DeployFiles.map;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The files for containers, as far as they can be checked without containers. */
class DeployFilesTest {

  /** Every property that the service or a library of it tells of, as a variable of the environment. */
  private static Set<String> known() throws IOException {
    Set<String> names = new TreeSet<>();
    for (URL url : Collections.list(DeployFilesTest.class
        .getClassLoader()
        .getResources("META-INF/spring-configuration-metadata.json"))) {
      try (InputStream in = url.openStream()) {
        for (JsonNode property : JsonMapper.shared().readTree(in).path("properties")) {
          names.add(variable(property.path("name").asString()));
        }
      }
    }
    return names;
  }

  private static String variable(String property) {
    return property.replace("-", "").replace('.', '_').toUpperCase(Locale.ROOT);
  }

  @Test
  void variables_allOfThem_areProperties() throws IOException {
    Set<String> used = new TreeSet<>(DeployFiles.settings("shop-1").keySet());
    used.addAll(DeployFiles.settings("shop-2").keySet());
    used.addAll(map(at(manifests(), "Secret", "stringData")).keySet());
    used.addAll(map(at(manifests(), "ConfigMap", "data")).keySet());
    used.add(String.valueOf(at(container(), "env", 0, "name")));
    assertThat(used).contains("FLASHSALE_ADMINTOKEN", "SPRING_DATASOURCE_URL");
    assertThat(known()).contains("SERVER_PORT").containsAll(used);
  }

  private static Object container() {
    return at(manifests(), "StatefulSet", "spec", "template", "spec", "containers", 0);
  }

  @Test
  void manifests_referToWhatIsThere() {
    Map<String, Map<String, Object>> all = manifests();
    assertThat(all).hasSize(5).allSatisfy((kind, manifest) -> {
      assertThat(manifest).containsKeys("apiVersion", "kind", "metadata");
      assertThat(at(manifest, "metadata", "name")).isEqualTo("flash-sale");
    });
    Object pod = at(all, "StatefulSet", "spec", "template");
    Object labels = at(pod, "metadata", "labels");
    assertThat(at(all, "StatefulSet", "spec", "selector", "matchLabels")).isEqualTo(labels);
    assertThat(at(all, "Service", "spec", "selector")).isEqualTo(labels);
    assertThat(at(all, "PodDisruptionBudget", "spec", "selector", "matchLabels"))
        .isEqualTo(labels);
    assertThat(at(container(), "envFrom", 0, "configMapRef", "name")).isEqualTo("flash-sale");
    assertThat(at(container(), "envFrom", 1, "secretRef", "name")).isEqualTo("flash-sale");
    List<?> ports = (List<?>) at(container(), "ports");
    assertThat(ports).extracting(port -> at(port, "name")).containsExactly("sales", "management");
    assertThat(at(all, "Service", "spec", "ports", 0, "targetPort")).isEqualTo("sales");
    assertThat((List<?>) at(all, "Service", "spec", "ports")).hasSize(1);
    assertThat(at(pod, "metadata", "annotations", "prometheus.io/port"))
        .isEqualTo(String.valueOf(at(ports.get(1), "containerPort")));
    assertThat(map(at(container(), "resources"))).containsKeys("requests", "limits");
  }

  @Test
  void probes_askForWhatHoldsWhilePostgresIsAway() {
    assertThat(at(container(), "startupProbe", "httpGet", "path")).isEqualTo("/livez");
    assertThat(at(container(), "livenessProbe", "httpGet", "path")).isEqualTo("/livez");
    assertThat(at(container(), "readinessProbe", "httpGet", "path")).isEqualTo("/readyz");
    assertThat(String.valueOf(DeployFiles.services().get("shop-1"))).contains("/livez");
  }

  @Test
  void images_namedWithoutARegistry() {
    List<Object> images = DeployFiles.services().values().stream()
        .map(service -> at(service, "image"))
        .toList();
    assertThat(images)
        .hasSize(4)
        .allSatisfy(image -> assertThat(image.toString()).matches("[a-z-]+(:[0-9a-z-]+)?"));
    assertThat(at(container(), "image").toString()).matches("[a-z-]+");
    assertThat(DeployFiles.text("Dockerfile")).containsPattern("(?m)^FROM [a-z-]+:[0-9a-z-]+$");
  }

  @Test
  void redis_keepsWhatItPromised() {
    assertThat(String.valueOf(at(DeployFiles.services(), "redis", "command")))
        .contains("--appendonly, yes", "--appendfsync, always", "--maxmemory-policy, noeviction");
  }
}
