package io.holdfast.tests.cost;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.Holdfast;
import io.holdfast.HoldfastBuilder;
import io.holdfast.Lease;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The client names its scripts as the server does, so that none is ever sent twice in full. */
class ScriptShaIT extends CostFixture {

  private static final List<String> BY_SHA =
      List.of("acquire", "renew", "release", "yield", "force", "inspect");

  @Override
  HoldfastBuilder settings(HoldfastBuilder builder) {
    return builder.handOverBudget(0, Duration.ZERO);
  }

  @Test
  void everyScript_isCalledByTheShaTheServerGaveIt() throws Exception {
    server.command("SCRIPT", "FLUSH");
    Map<String, String> shas = new LinkedHashMap<>();
    for (String script : BY_SHA) {
      shas.put(String.valueOf(server.command("SCRIPT", "LOAD", source(script))), script);
    }
    useEveryScript();
    assertThat(traffic.names()).containsOnly("EVALSHA");
    List<String> used = traffic.commands().stream()
        .map(command -> command.split(" ", -1)[1])
        .distinct()
        .toList();
    assertThat(used.stream().map(sha -> shas.getOrDefault(sha, sha)).collect(Collectors.toSet()))
        .containsExactlyInAnyOrderElementsOf(BY_SHA);
    assertThat(server.commandCalls("eval")).isZero();
  }

  @Test
  void aForgottenScript_isSentInFull_once() throws Exception {
    server.command("SCRIPT", "FLUSH");
    alices.acquire().close();
    alices.acquire().close();
    assertThat(traffic.names())
        .containsExactly("EVALSHA", "EVAL", "EVALSHA", "EVAL", "EVALSHA", "EVALSHA");
  }

  private void useEveryScript() throws Exception {
    Lease first = alices.acquire(ENDLESS);
    CompletableFuture<Lease> second = alices.acquireAsync(ENDLESS);
    first.close(); // no budget for hand-overs: yields
    await(second).renew(Duration.ofMinutes(1));
    assertThat(alices.inspect()).isPresent();
    assertThat(alices.forceRelease()).isTrue();
    alices.acquire().close();
  }

  private static String source(String script) throws IOException {
    String file = "/io/holdfast/internal/protocol/" + script + ".lua";
    try (InputStream in = Objects.requireNonNull(Holdfast.class.getResourceAsStream(file), file)) {
      return new String(in.readAllBytes(), UTF_8);
    }
  }
}
