package io.holdfast.examples;

import static io.holdfast.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.Holdfast;
import io.holdfast.Leadership;
import io.holdfast.testkit.RedisServer;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

class LeadOneInstanceIT {

  @Test
  void leader_closed_theOtherInstanceLeads() {
    try (RedisServer server = RedisServer.start();
        Holdfast alice = Holdfast.connect(server.uri());
        Holdfast bob = Holdfast.connect(server.uri())) {
      List<String> story = new CopyOnWriteArrayList<>();
      Leadership first = LeadOneInstance.stand(
          alice, token -> story.add("alice starts"), () -> story.add("alice stops"));
      eventually(() -> assertThat(story).containsExactly("alice starts"));
      try (Leadership second = LeadOneInstance.stand(
          bob, token -> story.add("bob starts"), () -> story.add("bob stops"))) {
        first.close();
        eventually(
            () -> assertThat(story).containsExactly("alice starts", "alice stops", "bob starts"));
        assertThat(second.isLeader()).isTrue();
      }
      assertThat(story).endsWith("bob stops");
    }
  }
}
