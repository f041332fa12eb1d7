package io.holdfast.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.Holdfast;
import io.holdfast.spring.FakeHoldfast;
import io.holdfast.spring.actuate.HoldfastHealthIndicator;
import io.holdfast.spring.actuate.LocksEndpoint;
import io.holdfast.spring.actuate.RecentTrouble;
import io.holdfast.spring.metrics.LimitedGroups;
import io.holdfast.spring.metrics.LockGauges;
import io.holdfast.spring.metrics.LockGroups;
import io.holdfast.spring.metrics.LockMetrics;
import io.holdfast.spring.observation.ObservedHoldfast;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.observation.ObservationRegistry;
import org.junit.jupiter.api.Test;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.context.annotation.ImportCandidates;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Which beans there are, and when. */
class AutoConfigurationTest {

  @Configuration(proxyBeanMethods = false)
  static class Client {

    @Bean
    Holdfast holdfast() {
      return new FakeHoldfast();
    }
  }

  @Configuration(proxyBeanMethods = false)
  static class Registries {

    @Bean
    MeterRegistry meters() {
      return new SimpleMeterRegistry();
    }

    @Bean
    ObservationRegistry observations() {
      return ObservationRegistry.create();
    }
  }

  private final ApplicationContextRunner bare = new ApplicationContextRunner()
      .withConfiguration(AutoConfigurations.of(
          HoldfastMetricsAutoConfiguration.class,
          HoldfastObservationAutoConfiguration.class,
          HoldfastActuatorAutoConfiguration.class))
      .withPropertyValues("management.endpoints.web.exposure.include=*");

  private final ApplicationContextRunner full =
      bare.withUserConfiguration(Client.class, Registries.class);

  @Test
  void imports_everyAutoConfiguration_listed() {
    assertThat(ImportCandidates.load(
            org.springframework.boot.autoconfigure.AutoConfiguration.class,
            getClass().getClassLoader()))
        .contains(
            HoldfastMetricsAutoConfiguration.class.getName(),
            HoldfastObservationAutoConfiguration.class.getName(),
            HoldfastActuatorAutoConfiguration.class.getName());
  }

  @Test
  void context_everythingThere_allBeans() {
    full.run(context -> assertThat(context)
        .hasNotFailed()
        .hasSingleBean(LockMetrics.class)
        .hasSingleBean(LockGauges.class)
        .hasSingleBean(LimitedGroups.class)
        .hasSingleBean(RecentTrouble.class)
        .hasSingleBean(LocksEndpoint.class)
        .hasSingleBean(HoldfastHealthIndicator.class)
        .hasBean("holdfastHealthIndicator"));
  }

  @Test
  void context_observationRegistry_clientIsWrappedAndClosed() {
    full.run(context -> {
      assertThat(context.getBean(Holdfast.class)).isInstanceOf(ObservedHoldfast.class);
      context.close();
    });
  }

  @Test
  void context_closed_clientItselfIsClosed() {
    FakeHoldfast client = new FakeHoldfast();
    bare.withUserConfiguration(Registries.class)
        .withBean("holdfast", Holdfast.class, () -> client)
        .run(context ->
            assertThat(context.getBean(Holdfast.class)).isInstanceOf(ObservedHoldfast.class));
    assertThat(client.isClosed).isTrue();
  }

  @Test
  void context_noClient_nothing() {
    bare.withUserConfiguration(Registries.class)
        .run(context -> assertThat(context)
            .hasNotFailed()
            .doesNotHaveBean(LockMetrics.class)
            .doesNotHaveBean(LocksEndpoint.class)
            .doesNotHaveBean(HoldfastHealthIndicator.class)
            .doesNotHaveBean("observedHoldfastPostProcessor"));
  }

  @Test
  void context_noRegistries_noMetersAndNoWrapping() {
    bare.withUserConfiguration(Client.class).run(context -> {
      assertThat(context)
          .hasNotFailed()
          .doesNotHaveBean(LockMetrics.class)
          .doesNotHaveBean(LockGauges.class)
          .hasSingleBean(LocksEndpoint.class);
      assertThat(context.getBean(Holdfast.class)).isInstanceOf(FakeHoldfast.class);
    });
  }

  @Test
  void context_switchedOff_absent() {
    full.withPropertyValues(
            "holdfast.metrics.enabled=false",
            "holdfast.observations.enabled=false",
            "management.health.holdfast.enabled=false",
            "management.endpoint.locks.access=NONE")
        .run(context -> {
          assertThat(context)
              .hasNotFailed()
              .doesNotHaveBean(LockMetrics.class)
              .doesNotHaveBean(LockGauges.class)
              .doesNotHaveBean(LimitedGroups.class)
              .doesNotHaveBean(LocksEndpoint.class)
              .doesNotHaveBean(HoldfastHealthIndicator.class);
          assertThat(context.getBean(Holdfast.class)).isInstanceOf(FakeHoldfast.class);
        });
  }

  @Test
  void context_endpointNotExposed_absent() {
    full.withPropertyValues("management.endpoints.web.exposure.include=health")
        .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(LocksEndpoint.class));
  }

  @Test
  void context_withoutMicrometer_starts() {
    bare.withUserConfiguration(Client.class)
        .withClassLoader(new FilteredClassLoader("io.micrometer"))
        .run(context ->
            assertThat(context).hasNotFailed().hasSingleBean(HoldfastHealthIndicator.class));
  }

  @Test
  void context_withoutActuator_starts() {
    full.withClassLoader(new FilteredClassLoader(
            Endpoint.class.getPackageName(), "org.springframework.boot.actuate"))
        .run(context -> assertThat(context)
            .hasNotFailed()
            .hasSingleBean(LockMetrics.class)
            .doesNotHaveBean(RecentTrouble.class));
  }

  @Test
  void groups_ownBeanAndLimit_used() {
    full.withBean(LockGroups.class, () -> name -> "all-" + name)
        .withPropertyValues("holdfast.groups.most=1")
        .run(context -> {
          LimitedGroups groups = context.getBean(LimitedGroups.class);
          assertThat(groups.groupOf("a")).isEqualTo("all-a");
          assertThat(groups.groupOf("b")).isEqualTo(LockGroups.OTHER);
        });
  }

  @Test
  void groups_badLimit_contextSaysWhy() {
    full.withPropertyValues("holdfast.groups.most=-3")
        .run(context -> assertThat(context).getFailure().rootCause().hasMessageContaining("-3"));
  }
}
