package io.holdfast.flashsale.demo.load;

import io.holdfast.flashsale.demo.instance.InstanceProcess;
import io.holdfast.flashsale.writer.SaleWriter;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Finds the instance that writes the orders of a sale: the one that holds the sale's lock. Thread-safe. */
final class WriterSearch {

  /** What an instance has to be told, so that it says what it holds. */
  static final String SETTING =
      "--management.endpoints.web.exposure.include=health,info,prometheus,locks";

  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final Duration LIMIT = Duration.ofSeconds(2);

  private final HttpClient http = HttpClient.newBuilder().connectTimeout(LIMIT).build();
  private final List<InstanceProcess> instances;
  private final String lockName;

  WriterSearch(List<InstanceProcess> instances, long saleId) {
    this.instances = instances;
    this.lockName = SaleWriter.lockName(saleId);
  }

  /** The writer; empty while there is none. */
  Optional<InstanceProcess> find() throws InterruptedException {
    for (InstanceProcess instance : instances) {
      if (instance.isAlive() && holdsTheLock(instance)) {
        return Optional.of(instance);
      }
    }
    return Optional.empty();
  }

  private boolean holdsTheLock(InstanceProcess instance) throws InterruptedException {
    try {
      HttpRequest request = HttpRequest.newBuilder(instance.uri().resolve("/actuator/locks"))
          .timeout(LIMIT)
          .build();
      JsonNode report =
          JSON.readTree(http.send(request, BodyHandlers.ofString()).body());
      for (JsonNode lock : report.path("locks")) {
        if (lock.hasNonNull("held") && lockName.equals(lock.path("name").asString())) {
          return true;
        }
      }
      return false;
    } catch (IOException e) { // it is just starting, or ending: not the writer
      return false;
    }
  }
}
