package io.holdfast.spring.boot;

import static io.holdfast.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.Holdfast;
import io.holdfast.Leadership;
import io.holdfast.Lease;
import io.holdfast.LeaseView;
import io.holdfast.spring.actuate.LockReport;
import io.holdfast.spring.actuate.LocksEndpoint;
import io.holdfast.spring.locked.LockRefusedException;
import io.holdfast.spring.locked.Locked;
import io.holdfast.spring.metrics.LimitedGroups;
import io.holdfast.testkit.RedisServer;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.observation.ObservationRegistry;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.actuate.endpoint.InvalidEndpointRequestException;
import org.springframework.boot.actuate.endpoint.SecurityContext;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** {@code holdfast.prefix}: part of every lock's name, for whoever meets it. */
class PrefixIT {

  private static RedisServer server;

  @BeforeAll
  static void start() {
    server = RedisServer.start();
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @BeforeEach
  void empty() {
    server.command("FLUSHALL");
  }

  /** Methods of one lock, one calling the other. */
  static class Shop {

    private final Inner inner;

    Shop(Inner inner) {
      this.inner = inner;
    }

    @Locked("'sku:' + #sku")
    public List<LeaseView> take(int sku, @Nullable LeaseView lease) {
      return List.of(Objects.requireNonNull(lease), inner.count(sku, null));
    }
  }

  static class Inner {

    @Locked(value = "'sku:' + #sku", waitTime = "0s")
    public LeaseView count(int sku, @Nullable LeaseView lease) {
      return Objects.requireNonNull(lease);
    }
  }

  private static ApplicationContextRunner application(String prefix) {
    return new ApplicationContextRunner()
        .withConfiguration(AutoConfigurations.of(
            HoldfastAutoConfiguration.class,
            LockedAutoConfiguration.class,
            HoldfastMetricsAutoConfiguration.class,
            HoldfastObservationAutoConfiguration.class,
            HoldfastActuatorAutoConfiguration.class))
        .withBean(Inner.class)
        .withBean(Shop.class)
        .withBean(MeterRegistry.class, SimpleMeterRegistry::new)
        .withBean(ObservationRegistry.class, ObservationRegistry::create)
        .withPropertyValues(
            "holdfast.uri=" + server.uri(),
            "holdfast.prefix=" + prefix,
            "holdfast.actuator.force-release.enabled=true",
            "management.endpoints.web.exposure.include=*");
  }

  @Test
  void lock_namedLikeAnApplicationsKey_leavesTheKeyAlone() {
    server.command("HSET", "order:9", "customer", "ann");
    application("locks:shop:").run(context -> {
      try (Lease lease =
          context.getBean(Holdfast.class).lock("order:9").tryAcquire().orElseThrow()) {
        assertThat(lease.lockName()).isEqualTo("locks:shop:order:9");
        assertThat(server.keys()).containsExactlyInAnyOrder("order:9", "locks:shop:order:9");
      }
      assertThat(server.command("HGET", "order:9", "customer")).isEqualTo("ann");
    });
  }

  @Test
  void leader_hasIt() {
    application("shop:").run(context -> {
      try (Leadership leadership =
          context.getBean(Holdfast.class).leader("billing").campaign()) {
        eventually(() -> assertThat(server.keys()).containsExactly("shop:billing"));
        assertThat(leadership).isNotNull();
      }
    });
  }

  @Test
  void locked_innerCall_joinsTheOuterLease_andBothGetIt() {
    application("shop:").run(context -> {
      List<LeaseView> leases = context.getBean(Shop.class).take(42, null);
      assertThat(leases.get(0).lockName()).isEqualTo("shop:sku:42");
      assertThat(leases.get(1)).isSameAs(leases.get(0));
    });
  }

  @Test
  void locked_refused_saysTheFullName() {
    application("shop:").run(context -> {
      try (Holdfast bob = Holdfast.connect(server.uri());
          Lease lease = bob.lock("shop:sku:42").acquire()) {
        assertThat(lease.isHeld()).isTrue();
        assertThatThrownBy(() -> context.getBean(Inner.class).count(42, null))
            .isInstanceOfSatisfying(
                LockRefusedException.class,
                refusal -> assertThat(refusal.lockName()).isEqualTo("shop:sku:42"));
      }
    });
  }

  @Test
  void endpoint_listsFullNames_andTakesThem() {
    application("shop:").run(context -> {
      LocksEndpoint endpoint = context.getBean(LocksEndpoint.class);
      try (Lease lease = context.getBean(Holdfast.class).lock("sku:42").acquire()) {
        String listed = endpoint.locks().locks().get(0).name();
        assertThat(listed).isEqualTo("shop:sku:42");

        LockReport report = endpoint.lock(listed);
        assertThat(report.name()).isEqualTo("shop:sku:42");
        assertThat(Objects.requireNonNull(report.held()).token())
            .isEqualTo(Long.toString(lease.token()));
        assertThat(Objects.requireNonNull(report.server()).locked()).isTrue();

        endpoint.forceRelease(new String[] {listed}, SecurityContext.NONE);
        assertThat(server.keys()).isEmpty();
        assertThat(lease.isHeld()).isFalse();
      } catch (IllegalMonitorStateException released) {
        assertThat(released).hasMessageContaining("released by force");
      }
    });
  }

  @Test
  void endpoint_withoutThePrefix_saysWhatIsMeant() {
    application("shop:").run(context -> {
      LocksEndpoint endpoint = context.getBean(LocksEndpoint.class);
      assertThatThrownBy(() -> endpoint.lock("sku:42"))
          .isInstanceOfSatisfying(
              InvalidEndpointRequestException.class,
              refused -> assertThat(refused.getReason()).contains("did you mean 'shop:sku:42'"));
    });
  }

  @Test
  void groups_areThoseWithoutThePrefix() {
    application("shop:")
        .run(context -> assertThat(context.getBean(LimitedGroups.class).groupOf("shop:sku:42"))
            .isEqualTo("sku"));
  }

  @Test
  void ownClient_hasNoPrefix() {
    application("shop:")
        .withBean("mine", Holdfast.class, () -> Holdfast.connect(server.uri()))
        .run(context -> {
          try (Lease lease = context.getBean(Holdfast.class).lock("sku:42").acquire()) {
            assertThat(lease.lockName()).isEqualTo("sku:42");
            assertThat(context.getBean(LocksEndpoint.class).lock("sku:42").held())
                .isNotNull();
          }
        });
  }

  @ParameterizedTest
  @ValueSource(strings = {"{shop}:", "shop}", "${spaces}", "${tooLong}"})
  void prefix_thatCannotBe_failsTheStart(String prefix) {
    application(prefix)
        .withPropertyValues("tooLong=" + "ä".repeat(64) + "x")
        .withSystemProperties("spaces=  ")
        .run(context -> assertThat(context)
            .getFailure()
            .rootCause()
            .hasMessageContaining("holdfast.prefix is '")
            .hasMessageContaining("without { and }"));
  }
}
