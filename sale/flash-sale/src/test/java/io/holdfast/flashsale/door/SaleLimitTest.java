package io.holdfast.flashsale.door;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;

/** A sale of ten seconds with a thousand units and a buyer every millisecond: whom a limit counts decides what is sold. */
class SaleLimitTest {

  private static final int STOCK = 1000;
  private static final int BUYERS = 10_000;

  /** How many units are sold if every buyer is counted under that name. */
  private static int sold(IntFunction<String> countedAs) {
    AtomicLong clock = new AtomicLong();
    Rate rate = new Rate(5, 10, BUYERS, clock::get); // as is usual for one user
    int sold = 0;
    for (int buyer = 0; buyer < BUYERS && sold < STOCK; buyer++) {
      clock.addAndGet(Duration.ofMillis(1).toNanos());
      if (rate.ask(countedAs.apply(buyer)) == 0) {
        sold++;
      }
    }
    return sold;
  }

  @Test
  void limit_ofTheWholeSale_leavesMostUnsold() {
    assertThat(sold(buyer -> "sale-7")).isBetween(50, 60);
  }

  @Test
  void limit_ofEachUser_sellsAll() {
    assertThat(sold(buyer -> "user-" + buyer)).isEqualTo(STOCK);
  }
}
