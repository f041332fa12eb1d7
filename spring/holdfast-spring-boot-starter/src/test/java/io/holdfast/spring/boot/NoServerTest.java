package io.holdfast.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.Holdfast;
import io.holdfast.LockUnavailableException;
import io.holdfast.spring.locked.StubHoldfast;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.data.redis.RedisAutoConfiguration;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.FailureAnalyzer;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.core.io.support.SpringFactoriesLoader;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/** What the start of an application says when there is nothing to connect to, or a setting is wrong. */
class NoServerTest {

  private final ApplicationContextRunner application = new ApplicationContextRunner()
      .withConfiguration(AutoConfigurations.of(
          RedisAutoConfiguration.class,
          LettuceServerAutoConfiguration.class,
          HoldfastAutoConfiguration.class,
          LockedAutoConfiguration.class));

  private static void assertAnalysis(
      ApplicationContextRunner application, Consumer<FailureAnalysis> assertion) {
    application.run(context -> {
      assertThat(context).hasFailed();
      FailureAnalysis analysis = new NoServerFailureAnalyzer().analyze(context.getStartupFailure());
      assertThat(analysis).isNotNull();
      assertion.accept(analysis);
    });
  }

  @Test
  void jedis_isNamed_andTheWayOutToo() {
    assertAnalysis(
        application.withPropertyValues("spring.data.redis.client-type=jedis"), analysis -> {
          assertThat(analysis.getDescription()).contains("JedisConnectionFactory", "Lettuce");
          assertThat(analysis.getAction())
              .contains("holdfast.uri=redis://", "holdfast.enabled=false");
        });
  }

  @Test
  void noFactory_isSaid() {
    assertAnalysis(
        new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                LettuceServerAutoConfiguration.class, HoldfastAutoConfiguration.class)),
        analysis -> assertThat(analysis.getDescription())
            .contains("there is no bean of type RedisConnectionFactory"));
  }

  @Test
  void noSpringDataRedis_isSaid() {
    assertAnalysis(
        application.withClassLoader(new FilteredClassLoader("org.springframework.data.redis")),
        analysis -> assertThat(analysis.getDescription()).contains("not on the class path"));
  }

  @Test
  void severalFactories_asksForAPrimaryOne() {
    assertAnalysis(
        application
            .withBean("one", LettuceConnectionFactory.class)
            .withBean("two", LettuceConnectionFactory.class),
        analysis -> assertThat(analysis.getDescription())
            .contains("2 beans of type RedisConnectionFactory", "@Primary"));
  }

  @Test
  void analyzers_areRegisteredForBoth() {
    assertThat(SpringFactoriesLoader.forDefaultResourceLocation()
            .load(FailureAnalyzer.class, (type, name, failure) -> {})) // others need a context
        .hasAtLeastOneElementOfType(NoServerFailureAnalyzer.class)
        .hasAtLeastOneElementOfType(UnreachableServerFailureAnalyzer.class);
  }

  @Test
  void unreachableServer_failsTheStart_andSaysSo() {
    application
        .withPropertyValues("spring.data.redis.host=127.0.0.1", "spring.data.redis.port=1")
        .run(context -> {
          assertThat(context).hasFailed();
          FailureAnalysis analysis =
              new UnreachableServerFailureAnalyzer().analyze(context.getStartupFailure());
          assertThat(analysis).isNotNull();
          assertThat(analysis.getCause()).isInstanceOf(LockUnavailableException.class);
          assertThat(analysis.getDescription()).contains("127.0.0.1:1");
          assertThat(analysis.getAction()).contains("spring.data.redis", "holdfast.uri");
        });
  }

  @Test
  void ownHoldfast_isLeftAlone_andNoServerIsLookedFor() {
    StubHoldfast own = new StubHoldfast();
    application
        .withPropertyValues("spring.data.redis.client-type=jedis")
        .withBean(Holdfast.class, () -> own)
        .run(context -> {
          assertThat(context).hasNotFailed().doesNotHaveBean(ServerSettings.class);
          assertThat(context.getBean(Holdfast.class)).isSameAs(own);
        });
    assertThat(own.isClosed()).isTrue();
  }

  @Test
  void disabled_configuresNothing() {
    application
        .withPropertyValues("holdfast.enabled=false")
        .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(Holdfast.class));
  }

  @ParameterizedTest
  @CsvSource({
    "holdfast.lease-time,1ms,10ms to 24h",
    "holdfast.lease-time,25h,10ms to 24h",
    "holdfast.command-timeout,10s,under a third",
    "holdfast.command-timeout,0s,more than zero",
    "holdfast.unavailable-after,0s,over zero",
    "holdfast.hold-warning,-1s,zero or more",
    "holdfast.hand-over.count,1024,0 to 1023",
    "holdfast.hand-over.time,-1s,zero or more",
    "holdfast.locked.wait-time,-1s,zero or more",
  })
  void wrongSetting_isNamedWithWhatWasExpected(String property, String value, String expected) {
    application.withPropertyValues(property + "=" + value).run(context -> {
      assertThat(context).hasFailed();
      assertThat(context.getStartupFailure())
          .rootCause()
          .hasMessageContaining(property)
          .hasMessageContaining(expected);
    });
  }
}
