package io.holdfast.flashsale.path;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.holdfast.flashsale.TestProvider;
import io.holdfast.flashsale.ladder.Point;
import io.holdfast.flashsale.ladder.Points;
import io.holdfast.flashsale.ledger.MoneyBooks;
import io.holdfast.flashsale.payment.PaymentProvider;
import io.holdfast.flashsale.sandbox.Mischief;
import io.holdfast.flashsale.sandbox.Notices.Notice;
import io.holdfast.flashsale.sandbox.SandboxProvider;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * An instance dies at each step of a payment and of a refund. Afterwards our ledger, the provider's own books and the
 * paid orders say the same.
 */
class MoneyCrashIT {

  /** The end of an instance: nothing that it would do next happens. */
  private static final class Died extends Error {
    private static final long serialVersionUID = 1;
  }

  private final MoneyStory story = new MoneyStory();
  private final PaymentProvider sandbox = sandbox(Mischief.NONE);
  private final AtomicBoolean isDead = new AtomicBoolean();

  private static PaymentProvider sandbox(Mischief mischief) {
    return new SandboxProvider(Database.pool(), mischief, (notice, after) -> {});
  }

  @AfterEach
  void end() {
    story.close();
  }

  private Points dyingAt(Point where) {
    return (point, sale) -> {
      if (point == where && sale == story.sale.id()) {
        isDead.set(true);
        throw new Died();
      }
    };
  }

  private void assertAddsUp(long kept) {
    MoneyBooks books = story.books();
    assertThat(books.off()).isZero();
    assertThat(books.isSettled()).isTrue();
    assertThat(books.paid()).isEqualTo(kept);
    assertThat(story.kept()).as("the provider's own books").isEqualTo(kept);
  }

  @ParameterizedTest
  @EnumSource(
      value = Point.class,
      names = {"CHARGE_BEGUN", "CHARGE_ANSWERED", "CHARGE_NOTED"})
  void payer_dies_buyerComesAgain_hasPaidOnce(Point where) {
    assertThat(catchThrowable(() -> story.pay(sandbox, dyingAt(where)))).isInstanceOf(Died.class);
    assertThat(story.books().off()).isZero();
    story.pay(sandbox);
    assertThat(story.status()).isEqualTo("PAID");
    assertAddsUp(1990);
  }

  @ParameterizedTest
  @EnumSource(
      value = Point.class,
      names = {"CHARGE_BEGUN", "CHARGE_ANSWERED", "CHARGE_NOTED"})
  void payer_dies_nobodyComesAgain_aWorkerFindsOut(Point where) {
    assertThat(catchThrowable(() -> story.pay(sandbox, dyingAt(where)))).isInstanceOf(Died.class);
    story.inquire(sandbox, Points.NONE);
    assertThat(story.status()).isEqualTo("PAID");
    assertAddsUp(1990);
  }

  /** Died before the provider was asked: nothing is taken. After: it goes back. */
  @ParameterizedTest
  @CsvSource({"CHARGE_BEGUN, 0", "CHARGE_ANSWERED, 1"})
  void payer_dies_orderIsCancelled_whatWasTakenGoesBack_andOnlyThat(Point where, int refunds) {
    assertThat(catchThrowable(() -> story.pay(sandbox, dyingAt(where)))).isInstanceOf(Died.class);
    story.cancel();
    story.inquire(sandbox, Points.NONE);
    assertThat(story.books().off()).isZero();
    story.refund(sandbox);
    assertThat(story.refunds(sandbox).list("RETURNED", Long.MAX_VALUE, 1000).stream()
            .filter(refund -> refund.order().equals(story.ann.toString())))
        .hasSize(refunds);
    assertAddsUp(0);
  }

  @ParameterizedTest
  @EnumSource(
      value = Point.class,
      names = {"CHARGE_BEGUN", "CHARGE_ANSWERED"})
  void inquirer_dies_anotherOneFindsOut(Point where) {
    assertThat(catchThrowable(() -> story.pay(sandbox, dyingAt(Point.CHARGE_BEGUN))))
        .isInstanceOf(Died.class);
    isDead.set(false);
    assertThat(catchThrowable(() -> story.inquire(sandbox, dyingAt(where)))).isNotNull();
    assertThat(isDead).isTrue();
    story.inquire(sandbox, Points.NONE);
    assertThat(story.status()).isEqualTo("PAID");
    assertAddsUp(1990);
  }

  @ParameterizedTest
  @EnumSource(
      value = Point.class,
      names = {"REFUND_BEGUN", "REFUND_ANSWERED", "REFUND_NOTED"})
  void refunder_dies_anotherOneRefunds_once(Point where) {
    story.pay(cancelling());
    assertThat(catchThrowable(() -> story.refund(sandbox, dyingAt(where)))).isNotNull();
    assertThat(isDead).isTrue();
    assertThat(story.books().off()).isZero();
    story.refund(sandbox);
    story.refund(sandbox);
    assertAddsUp(0);
  }

  /** Of everything that may go wrong, all at once, for each seed another choice. */
  @ParameterizedTest
  @CsvSource({"1", "2", "3", "4", "5", "6"})
  void provider_declinesLosesDelays_whileTheOrderIsCancelled_addsUp(long seed) {
    List<Notice> late = new ArrayList<>();
    PaymentProvider bad = new SandboxProvider(
        Database.pool(),
        new Mischief(Duration.ZERO, 0.3, 0.4, 0.4, 0.4, Duration.ZERO, seed),
        (notice, after) -> late.add(notice));
    story.pay(bad);
    story.cancel();
    story.inquire(bad, Points.NONE);
    story.refund(bad);
    story.inquire(bad, Points.NONE);
    story.refund(bad);
    assertAddsUp(story.status().equals("PAID") ? 1990 : 0);
  }

  private PaymentProvider cancelling() {
    return (TestProvider) charge -> {
      story.cancel();
      return sandbox.charge(charge);
    };
  }
}
