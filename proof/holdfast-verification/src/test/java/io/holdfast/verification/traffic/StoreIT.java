package io.holdfast.verification.traffic;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.testkit.RedisServer;
import io.holdfast.verification.checker.Evidence.Tally;
import io.holdfast.verification.history.Call;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class StoreIT {

  private static final String LOCK = "lock:0";

  @Test
  void write_thatArrivesAfterItsDeadline_isNotMade() {
    try (RedisServer server = RedisServer.start();
        Store store = new Store(server.port())) {
      assertThat(store.writeInTime(LOCK, 1, Call.NEVER)).isTrue();
      assertThat(store.writeInTime(LOCK, 2, System.nanoTime() + TimeUnit.MINUTES.toNanos(1)))
          .isTrue();
      assertThat(store.writeInTime(LOCK, 1, System.nanoTime())).isFalse();
      assertThat(store.plain(LOCK)).isEqualTo(new Tally(2, 2, 0));
    }
  }
}
