package io.holdfast.flashsale.web;

import static io.holdfast.testkit.Eventually.within;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.flashsale.web.Caller.Reply;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** The Lab over HTTP. */
class LabApiIT {

  private static final String RUNS = "/api/v1/lab/runs";
  private static final Caller ADMIN = Caller.admin(WebInstance.alice());

  private String location = "";

  @AfterEach
  void end() {
    if (!location.isEmpty()) {
      ADMIN.send("DELETE", location, null);
    }
  }

  private Reply start(String wish) {
    Reply started = ADMIN.post(RUNS, wish);
    if (started.status() == 202) {
      location = started.header("Location");
    }
    return started;
  }

  @Test
  void choices_listEveryRungAndFault_explained() {
    JsonNode choices = ADMIN.get("/api/v1/lab/rungs").json();
    assertThat(choices.path("rungs").size()).isEqualTo(12);
    assertThat(choices.path("faults").valueStream()).hasSize(9).allSatisfy(fault -> {
      assertThat(fault.path("name").asString()).isNotEmpty();
      assertThat(fault.path("what").asString()).isNotEmpty();
    });
  }

  @Test
  void run_started_isFoundAndJudged() {
    Reply started = start("{\"rungs\":[12],\"buyers\":40,\"stock\":10,\"fault\":\"NONE\"}");
    assertThat(started.status()).as(started.body()).isEqualTo(202);
    assertThat(started.text("state")).isEqualTo("RUNNING");
    assertThat(location).isEqualTo(RUNS + "/" + started.text("id"));
    within(Duration.ofSeconds(30))
        .eventually(() -> assertThat(ADMIN.get(location).text("state")).isEqualTo("DONE"));
    JsonNode rung = ADMIN.get(location).json().path("rungs").path(0);
    assertThat(rung.path("number").asInt()).isEqualTo(12);
    assertThat(rung.path("buyers").asInt()).isEqualTo(40);
    assertThat(rung.path("orders").asInt()).isEqualTo(10);
    assertThat(rung.path("verdict").asString()).isEqualTo("EXACT");
  }

  @Test
  void secondRun_whileOneGoesOn_isTurnedAway_untilItIsStopped() {
    start("{\"rungs\":[3,4],\"buyers\":200,\"stock\":50}"); // both get stuck, for seconds
    Reply busy = ADMIN.post(RUNS, "{\"rungs\":[12],\"buyers\":1,\"stock\":1}");
    assertThat(busy.status()).isEqualTo(409);
    assertThat(busy.problem()).isEqualTo("lab-busy");
    assertThat(busy.header("Retry-After")).isNotEmpty();
    Reply stopped = ADMIN.send("DELETE", location, null);
    assertThat(stopped.text("state")).isEqualTo("STOPPED");
    assertThat(start("{\"rungs\":[12],\"buyers\":1,\"stock\":1}").status()).isEqualTo(202);
  }

  @Test
  void unknownRun_isNotFound() {
    for (Reply reply : List.of(
        ADMIN.get(RUNS + "/none"),
        ADMIN.get(RUNS + "/none/events"),
        ADMIN.send("DELETE", RUNS + "/none", null))) {
      assertThat(reply.status()).isEqualTo(404);
      assertThat(reply.problem()).isEqualTo("not-found");
    }
  }

  @Test
  void wish_thatCannotBe_isRefusedByName() {
    assertWrong("{}", "rungs");
    assertWrong("{\"rungs\":[1],\"stock\":1}", "buyers 0: expected 1 to 20000");
    assertWrong("{\"rungs\":[1],\"buyers\":1}", "stock 0");
    assertWrong("{\"rungs\":[13],\"buyers\":1,\"stock\":1}", "rung 13: expected 1 to 12");
    assertWrong("{\"rungs\":[1,1],\"buyers\":1,\"stock\":1}", "each once");
    assertWrong("{\"rungs\":[null],\"buyers\":1,\"stock\":1}", "rungs");
    assertWrong("{\"rungs\":[1],\"buyers\":1,\"stock\":1,\"instances\":5}", "instances 5");
    assertWrong("{\"rungs\":[1],\"buyers\":1,\"stock\":1,\"fault\":\"LUCK\"}", "");
    assertWrong("{\"rungs\":", "");
  }

  private static void assertWrong(String wish, String detail) {
    Reply reply = ADMIN.post(RUNS, wish);
    assertThat(reply.status()).as(wish).isEqualTo(400);
    assertThat(reply.problem()).as(wish).isEqualTo("invalid-request");
    assertThat(reply.text("detail")).as(wish).contains(detail);
  }

  @Test
  void anybodyElse_startsNothing() {
    String wish = "{\"rungs\":[12],\"buyers\":1,\"stock\":1}";
    assertThat(Caller.anybody(WebInstance.alice()).post(RUNS, wish).problem())
        .isEqualTo("unauthorized");
    assertThat(Caller.user(WebInstance.alice()).post(RUNS, wish).problem())
        .isEqualTo("unauthorized");
  }
}
