package io.holdfast.tests.regression;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.Holdfast;
import io.holdfast.Lease;
import io.holdfast.LeaseOptions;
import io.holdfast.testkit.Eventually;
import io.holdfast.testkit.RedisServer;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/**
 * A waiter was told that the holder has an hour; then the holder makes it half a second and lets it run out. Nobody
 * says a word when a key expires: the waiter must not sleep for the hour.
 */
class ShortenedSleepIT {

  @Test
  void waiter_holderShortensItsLeaseAndLeaves_isWokenWhenThatIsOver() throws Exception {
    try (RedisServer server = RedisServer.start();
        Holdfast alice = Holdfast.connect(server.uri());
        Holdfast bob = Holdfast.connect(server.uri())) {
      Lease held = alice.lock("job").acquire(LeaseOptions.fixed(Duration.ofHours(1)));
      long before = server.commandCalls("evalsha");
      CompletableFuture<Lease> waiter = bob.lock("job").acquireAsync();
      Eventually.eventually(
          "bob was refused, listens, and was refused again",
          () -> server.commandCalls("evalsha") >= before + 2);
      held.renew(Duration.ofMillis(500));
      held.leave();
      Eventually.within(Duration.ofSeconds(8))
          .eventually(
              () -> assertThat(waiter).as("the lock has been free since").isCompleted());
    }
  }
}
