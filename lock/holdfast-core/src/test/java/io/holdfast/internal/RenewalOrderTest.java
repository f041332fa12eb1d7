package io.holdfast.internal;

import static io.holdfast.internal.Scene.millis;
import static io.holdfast.internal.Scene.now;
import static io.holdfast.internal.Scene.seconds;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.Lease;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Two renewals of one holder are under way, and the server does the later one first. */
class RenewalOrderTest {

  private final Deque<Runnable> inBetween = new ArrayDeque<>();

  /** The watchdog asks for a name's partition after it has looked at the tenure, and before it sends. */
  private Scene sceneInWhichTheWatchdogIsInterrupted() {
    return Scene.plan()
        .cluster(name -> {
          while (!inBetween.isEmpty()) {
            inBetween.poll().run();
          }
          return 0;
        })
        .open();
  }

  /** By its digest alone it could be unknown, be sent again behind a later one, and be what the server does last. */
  @Test
  void renewal_ofTheWatchdogAndOfTheHolder_isSentInFull() {
    Scene scene = Scene.open();
    Lease lease = scene.held("one");
    scene.advance(seconds(10));
    PlayedCall watchdogs = scene.gateway.take("renew");
    assertThat(watchdogs.call().bySha()).isFalse();
    watchdogs.renewed();
    CompletableFuture<Void> renewed = lease.renewAsync(seconds(9));
    PlayedCall sent = scene.gateway.take("renew");
    assertThat(sent.call().bySha()).isFalse();
    sent.renewed();
    assertThat(renewed).isCompleted();
  }

  /** The first was redirected to another node on its way. */
  @Test
  void shortening_answeredAfterALaterRenewal_isBelieved() {
    Scene scene = Scene.plan().cluster(name -> 0).open();
    Lease lease = scene.held("one");
    CompletableFuture<Void> shorter = lease.renewAsync(seconds(9));
    PlayedCall redirected = scene.gateway.take("renew");
    scene.advance(millis(10));
    CompletableFuture<Void> longer = lease.renewAsync(seconds(60));
    scene.gateway.take("renew").renewed();
    assertThat(longer).isCompleted();
    redirected.renewed();
    assertThat(shorter).isCompleted();
    assertThat(lease.remaining()).as("the server may keep it for 9 s").isLessThan(seconds(9));
  }

  /** The watchdog has looked, and not sent yet: what it sent then would undo what the holder asks for. */
  @Test
  void renewal_ofTheHolderWhileTheWatchdogDecides_isTheLastOne() {
    Scene scene = sceneInWhichTheWatchdogIsInterrupted();
    Lease lease = scene.held("one");
    scene.advance(seconds(8));
    List<CompletableFuture<Void>> renewed = new ArrayList<>();
    inBetween.add(() -> renewed.add(lease.renewAsync(seconds(5))));
    scene.advance(seconds(2));
    assertThat(renewed).hasSize(1);
    PlayedCall only = scene.gateway.take("renew");
    assertThat(only.argument(1)).isEqualTo("set");
    scene.gateway.quiet();
    only.renewed();
    assertThat(renewed.get(0)).isCompleted();
  }

  /** Two nodes, or two connections, and the older reply comes last. */
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

  @Test
  void renewal_ofWhatIsLeftWhileTheWatchdogDecides_isNotSent() {
    Scene scene = sceneInWhichTheWatchdogIsInterrupted();
    Lease lease = scene.held("one");
    scene.advance(seconds(8));
    inBetween.add(lease::leave);
    scene.advance(seconds(2));
    assertThat(inBetween).isEmpty();
    scene.gateway.quiet();
  }

  @Test
  void renewal_handedOverWhileARenewalOfTheHolderIsUnderWay_goesOn() {
    Scene scene = Scene.open();
    CompletableFuture<Lease> first = scene.contended("one", 1_000);
    scene.gateway.message("one");
    scene.gateway.take("acquire").granted(scene.stamp());
    CompletableFuture<Lease> second = scene.acquire("one");
    CompletableFuture<Void> renewed = now(first).renewAsync(seconds(30));
    PlayedCall set = scene.gateway.take("renew");
    scene.gateway.message("one"); // of somebody else: is it still ours?
    PlayedCall verification = scene.gateway.take("renew");
    scene.release(now(first));
    set.renewed();
    verification.renewed();
    assertThat(renewed).isDone();
    assertThat(now(second).isHeld()).isTrue();
    scene.advanceRenewing(seconds(60));
    assertThat(now(second).isHeld()).isTrue();
  }
}
