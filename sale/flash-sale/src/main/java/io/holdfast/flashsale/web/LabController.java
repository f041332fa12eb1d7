package io.holdfast.flashsale.web;

import io.holdfast.flashsale.events.EventStreams;
import io.holdfast.flashsale.events.Feed;
import io.holdfast.flashsale.events.Feed.Moment;
import io.holdfast.flashsale.lab.Lab;
import io.holdfast.flashsale.lab.RunRequest;
import io.holdfast.flashsale.lab.RunView;
import io.holdfast.flashsale.ladder.InstanceFault;
import io.holdfast.flashsale.ladder.RungInfo;
import io.holdfast.flashsale.ladder.Rungs;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.security.SecurityRequirement;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.URI;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.databind.json.JsonMapper;

/** The Lab. */
@RestController
@ConditionalOnBooleanProperty("flash-sale.lab")
@RequestMapping("/api/v1/lab")
@Tag(name = "Lab")
@SecurityRequirement(name = "admin")
class LabController {

  private final Lab lab;
  private final EventStreams streams;
  private final JsonMapper json;

  LabController(Lab lab, EventStreams streams, JsonMapper json) {
    this.lab = lab;
    this.streams = streams;
    this.json = json;
  }

  /**
   * What can be tried.
   *
   * @param rungs all of them
   * @param faults what can be done to them
   */
  record Choices(List<RungInfo> rungs, List<FaultView> faults) {}

  /**
   * Something that can be done to instances.
   *
   * @param name its name in requests
   * @param what what happens
   */
  record FaultView(String name, String what) {}

  /**
   * A run that somebody wants.
   *
   * @param rungs their numbers
   * @param buyers how many ask
   * @param stock how many units there are
   * @param instances how many instances serve them; 2 if it does not say
   * @param fault each rung's own if it does not say
   */
  record RunWish(
      @Nullable List<Integer> rungs,
      @Nullable Integer buyers,
      @Nullable Integer stock,
      @Nullable Integer instances,
      @Nullable InstanceFault fault) {}

  @GetMapping("/rungs")
  @Operation(summary = "What can be tried")
  Choices rungs() {
    return new Choices(
        Rungs.all(),
        Arrays.stream(InstanceFault.values())
            .map(fault -> new FaultView(fault.name(), fault.what()))
            .toList());
  }

  @PostMapping("/runs")
  @Operation(summary = "Start a run; one at a time")
  ResponseEntity<RunView> start(@RequestBody RunWish wish) {
    RunView run = lab.start(request(wish));
    return ResponseEntity.accepted()
        .location(URI.create("/api/v1/lab/runs/" + run.id()))
        .body(run);
  }

  private static RunRequest request(RunWish wish) {
    try {
      return new RunRequest(
          wish.rungs() == null ? List.of() : wish.rungs(),
          wish.buyers() == null ? 0 : wish.buyers(),
          wish.stock() == null ? 0 : wish.stock(),
          wish.instances() == null ? 2 : wish.instances(),
          wish.fault() == null ? InstanceFault.OWN : wish.fault());
    } catch (IllegalArgumentException | NullPointerException wrong) {
      throw Problem.of(
          ProblemType.INVALID_REQUEST,
          wrong instanceof NullPointerException
              ? "rungs: expected numbers"
              : String.valueOf(wrong.getMessage()));
    }
  }

  @GetMapping("/runs/{id}")
  @Operation(summary = "How a run stands")
  RunView get(@PathVariable String id) {
    return found(lab.find(id));
  }

  @GetMapping(path = "/runs/{id}/events", produces = MediaType.TEXT_EVENT_STREAM_VALUE)
  @Operation(summary = "Follow a run: server-sent events 'run' until it is over")
  void events(@PathVariable String id, HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    Feed feed = () -> {
      RunView run = found(lab.find(id));
      String text = json.writeValueAsString(run);
      return new Moment(text, text, run.isOver());
    };
    if (!streams.open("run:" + id, "run", feed, request, response)) {
      throw Problem.of(ProblemType.OVERLOADED);
    }
  }

  @DeleteMapping("/runs/{id}")
  @Operation(summary = "End a run early")
  RunView stop(@PathVariable String id) {
    return found(lab.stop(id));
  }

  private static RunView found(Optional<RunView> run) {
    return run.orElseThrow(() -> Problem.of(ProblemType.NOT_FOUND));
  }
}
