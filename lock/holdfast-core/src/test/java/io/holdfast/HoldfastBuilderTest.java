package io.holdfast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.spi.GatewayFactory;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class HoldfastBuilderTest {

  private static final class Reached extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  private static final GatewayFactory NONE = (settings, listener) -> {
    throw new Reached();
  };

  private static @Nullable Duration timeoutFor(HoldfastBuilder builder) {
    AtomicReference<Duration> seen = new AtomicReference<>();
    assertThatThrownBy(() -> builder
            .gateway((settings, listener) -> {
              seen.set(settings.commandTimeout());
              throw new Reached();
            })
            .build())
        .isInstanceOf(Reached.class);
    return seen.get();
  }

  @Test
  void build_noServer_isSaid() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Holdfast.builder().build())
        .withMessageContaining("uri(");
  }

  @Test
  @SuppressWarnings("NullAway")
  void uri_null_isSaid() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Holdfast.connect(null))
        .withMessageContaining("null")
        .withMessageContaining("redis://");
  }

  @Test
  void clientName_bad_isNamed() {
    for (String bad : new String[] {"", " ", "a b", "naïve", "a\n"}) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> Holdfast.builder().clientName(bad))
          .withMessageContaining("'" + bad + "'");
    }
  }

  @Test
  void keyPrefix_bad_isNamed() {
    for (String bad : new String[] {" ", "{shop}:", "shop}", "ä".repeat(65), "\uD83D"}) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> Holdfast.builder().keyPrefix(bad))
          .withMessageContaining("key prefix '")
          .withMessageContaining("128 bytes");
    }
  }

  @Test
  void keyPrefix_ofTheClient_isPartOfEveryName() {
    try (Holdfast holdfast =
        Holdfast.builder().gateway(SilentGateway.FACTORY).keyPrefix("shop:").build()) {
      assertThat(holdfast.lock("order:9").name()).isEqualTo("shop:order:9");
      assertThat(holdfast.lock("{order}:9").name()).isEqualTo("shop:{order}:9");
      assertThatIllegalArgumentException().isThrownBy(() -> holdfast.lock(" "));
      assertThatIllegalArgumentException().isThrownBy(() -> holdfast.lock("n".repeat(508)));
      assertThat(holdfast.lock("n".repeat(507)).name()).hasSize(512);
    }
  }

  @Test
  void leaseTime_bad_isNamed() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Holdfast.builder().leaseTime(Duration.ofMillis(9)))
        .withMessageContaining("PT0.009S");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Holdfast.builder().leaseTime(Duration.ofHours(25)))
        .withMessageContaining("PT25H");
  }

  @Test
  void durations_notPositive_areNamed() {
    for (Duration bad : new Duration[] {Duration.ZERO, Duration.ofSeconds(-3)}) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> Holdfast.builder().commandTimeout(bad))
          .withMessageContaining("command timeout " + bad);
      assertThatIllegalArgumentException()
          .isThrownBy(() -> Holdfast.builder().unavailableAfter(bad))
          .withMessageContaining("unavailableAfter " + bad);
    }
  }

  @Test
  void handOverBudget_bad_isNamed() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Holdfast.builder().handOverBudget(1_024, Duration.ZERO))
        .withMessageContaining("1024")
        .withMessageContaining("1023");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Holdfast.builder().handOverBudget(-1, Duration.ZERO));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Holdfast.builder().handOverBudget(1, Duration.ofMillis(-1)))
        .withMessageContaining("PT-0.001S");
  }

  @Test
  void commandTimeout_default_isTwoSecondsOrAQuarterOfTheLease() {
    assertThat(timeoutFor(Holdfast.builder())).isEqualTo(Duration.ofSeconds(2));
    assertThat(timeoutFor(Holdfast.builder().leaseTime(Duration.ofSeconds(4))))
        .isEqualTo(Duration.ofSeconds(1));
  }

  @Test
  void commandTimeout_aThirdOfTheLeaseOrMore_isRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Holdfast.builder()
            .gateway(NONE)
            .leaseTime(Duration.ofSeconds(3))
            .commandTimeout(Duration.ofSeconds(1))
            .build())
        .withMessageContaining("PT1S")
        .withMessageContaining("PT3S");
    assertThat(timeoutFor(Holdfast.builder()
            .leaseTime(Duration.ofSeconds(3))
            .commandTimeout(Duration.ofMillis(999))))
        .isEqualTo(Duration.ofMillis(999));
  }

  /** §7: absurd durations get a clear exception that names the value, or are simply very long. */
  @Test
  void durations_absurdlyLong_areNotAnOverflow() {
    Duration absurd = Duration.ofSeconds(Long.MAX_VALUE);
    for (Runnable build : new Runnable[] {
      () -> open(Holdfast.builder().unavailableAfter(absurd)),
      () -> open(Holdfast.builder().handOverBudget(64, absurd)),
    }) {
      try {
        build.run();
      } catch (IllegalArgumentException e) {
        assertThat(e).hasMessageContaining(absurd.toString());
      }
    }
  }

  private static void open(HoldfastBuilder builder) {
    builder.gateway(SilentGateway.FACTORY).build().close();
  }
}
