package io.holdfast.tests.cost;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.HoldfastBuilder;
import io.holdfast.Lease;
import java.time.Duration;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The client names its scripts as the server does, so that none is ever sent twice in full. */
class ScriptShaIT extends CostFixture {

  @Override
  HoldfastBuilder settings(HoldfastBuilder builder) {
    return builder.handOverBudget(0, Duration.ZERO);
  }

  @Test
  void everyScript_isCalledByTheShaTheServerGaveIt() throws Exception {
    server.command("SCRIPT", "FLUSH");
    Map<String, String> shas = new LinkedHashMap<>();
    for (String script : SCRIPTS) {
      shas.put(String.valueOf(server.command("SCRIPT", "LOAD", source(script))), script);
    }
    useEveryScript();
    List<String> used = traffic.commands().stream()
        .filter(command -> command.startsWith("EVALSHA "))
        .map(command -> command.split(" ", -1)[1])
        .distinct()
        .toList();
    Set<String> others = new HashSet<>(SCRIPTS);
    others.remove("force"); // in full: sent again, it would end what was granted meanwhile
    others.remove("renew"); // by its holder: sent again, it would undo a later one
    assertThat(used.stream().map(sha -> shas.getOrDefault(sha, sha)).collect(Collectors.toSet()))
        .isEqualTo(others);
    assertThat(server.commandCalls("eval")).isEqualTo(2);
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
}
