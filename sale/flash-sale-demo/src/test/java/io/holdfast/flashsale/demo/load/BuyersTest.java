package io.holdfast.flashsale.demo.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.flashsale.demo.http.Exchange;
import io.holdfast.flashsale.demo.http.Reply;
import io.holdfast.flashsale.load.Pace;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** When buyers come, from when their waiting counts, and who asks again. */
class BuyersTest {

  private static final long MILLI = Duration.ofMillis(1).toNanos();

  private final Wanted wanted = new Wanted();

  private Buyers buyers(int atOnce) {
    return new Buyers(new Pace(1000, 3, atOnce), wanted, Duration.ofHours(1));
  }

  @Test
  void buyers_comeAtTheirPace_whoeverIsAnswered() {
    Buyers buyers = buyers(3);
    assertThat(buyers.next(0)).isNotNull();
    assertThat(buyers.next(MILLI - 1)).as("the next comes a millisecond later").isNull();
    assertThat(buyers.next(MILLI)).isNotNull();
    assertThat(buyers.next(2 * MILLI)).isNotNull();
    assertThat(buyers.next(3 * MILLI)).as("there are three").isNull();
  }

  @Test
  void waiting_countsFromWhenABuyerCame_notFromWhenItWasServed() {
    Buyers buyers = buyers(1);
    Exchange first = Objects.requireNonNull(buyers.next(0));
    assertThat(buyers.next(50 * MILLI)).as("one at a time").isNull();
    first.answered(new Reply(), 100 * MILLI);
    Exchange second = Objects.requireNonNull(buyers.next(100 * MILLI)); // due after 1 ms
    second.answered(new Reply(), 101 * MILLI);
    assertThat(buyers.tally().millisAt(1)).isBetween(99.0, 101.0);
  }

  @Test
  void buyer_notTold_asksAgainForTheSame_andIsCountedOnce() {
    Buyers buyers = buyers(1);
    Exchange first = Objects.requireNonNull(buyers.next(0));
    first.writeTo(ByteBuffer.allocate(0));
    first.failed("no answer", MILLI);
    assertThat(buyers.next(2 * MILLI))
        .as("not at once, and nobody instead of it")
        .isNull();
    Exchange again = Objects.requireNonNull(buyers.next(300 * MILLI));
    again.writeTo(ByteBuffer.allocate(0));
    again.answered(new Reply(), 301 * MILLI);
    assertThat(wanted.asked).containsExactly(0, 0);
    assertThat(buyers.counts().askedAgain()).isEqualTo(1);
    assertThat(buyers.tally().count()).isEqualTo(1);
    assertThat(buyers.tally().millisAt(100)).isBetween(300.0, 303.0);
  }

  @Test
  void buyer_neverTold_isUnknownInTheEnd() {
    Buyers buyers = buyers(1);
    long now = 0;
    Exchange asking = buyers.next(now);
    while (wanted.neverTold.isEmpty()) {
      Objects.requireNonNull(asking).failed("no answer", now);
      now += 300 * MILLI;
      asking = buyers.next(now);
    }
    assertThat(wanted.neverTold).containsExactly(0);
    assertThat(buyers.tally().count(Wishes.UNKNOWN)).isEqualTo(1);
  }

  /** Remembers who asked. */
  private static final class Wanted implements Wishes {

    private final List<Integer> asked = new ArrayList<>();
    private final List<Integer> neverTold = new ArrayList<>();

    @Override
    public void writeTo(int number, ByteBuffer request) {
      asked.add(number);
    }

    @Override
    public String kindOf(int number, Reply reply) {
      return Purchases.ACCEPTED;
    }

    @Override
    public void neverTold(int number) {
      neverTold.add(number);
    }
  }
}
