package io.holdfast.tests.regression;

import static io.holdfast.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.Lease;
import io.holdfast.testkit.ClientProcess;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/**
 * The first waiter of a fair queue dies. The queue on the server still names it, so everybody behind it waits for
 * nobody, or spins (redisson#3004, #5019).
 */
class DeadWaiterAtTheHeadIT extends RegressionStory {

  @Test
  void aWaiterWhoseProcessWasKilled_blocksNobody() throws Exception {
    Lease held = bobs.acquire(ENDLESS);
    CompletableFuture<Lease> next;
    try (ClientProcess carol = ClientProcess.start(WaiterMain.class, server.uri(), name)) {
      carol.awaitLine("waiting", PATIENCE.multipliedBy(3));
      eventually(() -> assertThat(listeners()).isEqualTo(1));
      next = alices.acquireAsync(ENDLESS);
      eventually(() -> assertThat(listeners()).isEqualTo(2));
      carol.kill();
    }
    eventually(() -> assertThat(listeners()).isEqualTo(1));
    long calls = proxy.commandCount("EVALSHA");
    awaitRenewalsOfAnotherLock(); // time for a spinning waiter to show
    assertThat(next).isNotDone();
    assertThat(proxy.commandCount("EVALSHA") - calls)
        .as(
            "requests of a waiter that sleeps, besides acquire, 3 renewals and release of the other lock")
        .isLessThanOrEqualTo(2 + 2 + 4);
    held.close();
    await(next).close();
  }

  private void awaitRenewalsOfAnotherLock() throws Exception {
    try (Lease other = alice.lock("other").acquire()) {
      awaitRenewals(other.token(), 3);
    }
  }

  private long listeners() {
    Object reply = server.command("PUBSUB", "NUMSUB", "redisson_lock__channel:{" + name + "}");
    return reply instanceof List<?> pair ? (Long) pair.get(1) : -1;
  }
}
