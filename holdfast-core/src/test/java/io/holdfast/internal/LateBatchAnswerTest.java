package io.holdfast.internal;

import static io.holdfast.internal.Scene.millis;
import static io.holdfast.internal.Scene.seconds;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.Lease;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** The answer to a renewal that ran before the holder's own, shorter one, and is heard after it. */
class LateBatchAnswerTest {

  /** Two names of a slot on the move: they are renewed one by one, and answered when both are. */
  @Test
  void shortening_answeredBeforeTheBatchThatRanBeforeIt_isBelieved() {
    Scene scene = Scene.plan().cluster(name -> 0).open();
    Lease one = scene.held("one");
    Lease other = scene.held("other");
    assertThat(other.isHeld()).isTrue();
    scene.advance(seconds(10));
    scene.gateway.take("renew").error("TRYAGAIN Multiple keys request during rehashing of slot");
    PlayedCall first = scene.gateway.take("renew");
    PlayedCall second = scene.gateway.take("renew");
    PlayedCall extended = first.name().equals("one") ? first : second;
    PlayedCall slow = extended == first ? second : first;
    extended.renewed(); // the server has done it: 30 s from here on

    scene.advance(millis(100));
    CompletableFuture<Void> shorter = one.renewAsync(seconds(9));
    scene.gateway.take("renew").renewed(); // and now 9 s from here on
    assertThat(shorter).isCompleted();
    assertThat(one.remaining()).isLessThan(seconds(9));

    slow.renewed(); // only now both answers are told
    assertThat(one.remaining()).as("the server keeps it for 9 s").isLessThan(seconds(9));
  }

  /** The same without a batch: two nodes, or two connections, and the older reply comes last. */
  @Test
  void shortening_answeredBeforeTheRenewalThatRanBeforeIt_isBelieved() {
    Scene scene = Scene.plan().cluster(name -> 0).open();
    Lease lease = scene.held("one");
    scene.advance(seconds(10));
    PlayedCall before = scene.gateway.take("renew");
    CompletableFuture<Void> shorter = lease.renewAsync(seconds(9));
    scene.gateway.take("renew").renewed();
    assertThat(shorter).isCompleted();
    before.renewed();
    assertThat(lease.remaining()).as("the server keeps it for 9 s").isLessThan(seconds(9));
  }
}
