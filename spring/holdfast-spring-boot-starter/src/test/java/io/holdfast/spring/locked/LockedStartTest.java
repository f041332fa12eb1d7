package io.holdfast.spring.locked;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.Holdfast;
import io.holdfast.Lease;
import io.holdfast.spring.boot.LockedAutoConfiguration;
import java.lang.reflect.Method;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.BeanFactoryAware;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.core.Ordered;
import org.springframework.core.PriorityOrdered;
import org.springframework.util.ReflectionUtils;

/** What is wrong with an annotation is found when the application starts, and said with the way out. */
class LockedStartTest {

  private final ApplicationContextRunner application = new ApplicationContextRunner()
      .withConfiguration(
          AutoConfigurations.of(AopAutoConfiguration.class, LockedAutoConfiguration.class))
      .withBean(Holdfast.class, StubHoldfast::new);

  static class DoesNotParse {
    @Locked("'order:' + ")
    public void work() {}
  }

  static class LiteralWithoutQuotes {
    @Locked("nightly-report")
    public void work() {}
  }

  static class WordWithoutQuotes {
    @Locked("nightly")
    public void work() {}
  }

  static class BlankExpression {
    @Locked("  ")
    public void work() {}
  }

  static class BlankName {
    @Locked(name = "${unset.name: }")
    public void work() {}
  }

  static class NoName {
    @Locked(refused = Refusal.SKIP)
    public void work() {}
  }

  static class BothNames {
    @Locked(value = "'a'", name = "a")
    public void work() {}
  }

  static class UnknownArgument {
    @Locked("'order:' + #ordre.id")
    public void work(String order) {}
  }

  static class UnknownPosition {
    @Locked("#p1")
    public void work(String order) {}
  }

  static class UnknownBean {
    @Locked("@tenants.current()")
    public void work() {}
  }

  static class UnknownPlaceholder {
    @Locked(name = "a", waitTime = "${no.such.setting}")
    public void work() {}
  }

  static class NoDuration {
    @Locked(name = "a", waitTime = "soon")
    public void work() {}
  }

  static class NegativeDuration {
    @Locked(name = "a", waitTime = "-1s")
    public void work() {}
  }

  static class KeptTooLong {
    @Locked(name = "a", holdAtLeast = "25h")
    public void work() {}
  }

  static class ForeverIsNoLease {
    @Locked(name = "a", leaseTime = "forever")
    public void work() {}
  }

  static class LeaseTooShort {
    @Locked(name = "a", leaseTime = "1ms")
    public void work() {}
  }

  static class UnknownFallback {
    @Locked(name = "a", fallback = "instead")
    public void work(String order) {}

    @SuppressWarnings("unused")
    void instead(Integer order) {}
  }

  static class FallbackOfAnotherType {
    @Locked(name = "a", fallback = "instead")
    public String work() {
      return "";
    }

    @SuppressWarnings("unused")
    Integer instead() {
      return 1;
    }
  }

  static class FallbackAndSkip {
    @Locked(name = "a", fallback = "instead", refused = Refusal.SKIP)
    public void work() {}

    @SuppressWarnings("unused")
    void instead() {}
  }

  static class PrimitiveSkip {
    @Locked(name = "a", refused = Refusal.SKIP)
    public int work() {
      return 1;
    }
  }

  static class PrivateMethod {
    @Locked(name = "a")
    @SuppressWarnings("unused")
    private void work() {}
  }

  static class FinalMethod {
    @Locked(name = "a")
    public final void work() {}
  }

  static class StaticMethod {
    @Locked(name = "a")
    public static void work() {}
  }

  @Locked(name = "a")
  static class NothingPublic {
    void work() {}
  }

  @Locked(name = "a")
  static class PublicFinal {
    public final void work() {}
  }

  abstract static class Handler<T> {
    @Locked(name = "a")
    public T work() {
      throw new UnsupportedOperationException();
    }
  }

  static class InheritedFuture extends Handler<Future<String>> {}

  static class PlainFuture {
    @Locked(name = "a")
    public @Nullable Future<String> work() {
      return null;
    }
  }

  static Stream<Arguments> mistakes() {
    return Stream.of(
        mistake(DoesNotParse.class, "does not parse", "name = "),
        mistake(LiteralWithoutQuotes.class, "reads 'nightly' of the call", "name = "),
        mistake(WordWithoutQuotes.class, "reads 'nightly' of the call", "single quotes"),
        mistake(BlankExpression.class, "is blank"),
        mistake(BlankName.class, "is blank"),
        mistake(NoName.class, "no name is given"),
        mistake(BothNames.class, "both given"),
        mistake(UnknownArgument.class, "#ordre", "[order, p0, a0]"),
        mistake(UnknownPosition.class, "#p1"),
        mistake(UnknownBean.class, "@tenants", "no bean"),
        mistake(UnknownPlaceholder.class, "waitTime", "no.such.setting"),
        mistake(NoDuration.class, "waitTime \"soon\"", "500ms", "forever"),
        mistake(NegativeDuration.class, "waitTime \"-1s\""),
        mistake(KeptTooLong.class, "holdAtLeast \"25h\"", "24 hours"),
        mistake(ForeverIsNoLease.class, "leaseTime \"forever\""),
        mistake(LeaseTooShort.class, "too short"),
        mistake(UnknownFallback.class, "no fallback 'instead'", "LockRefusedException"),
        mistake(FallbackOfAnotherType.class, "returns java.lang.Integer", "java.lang.String"),
        mistake(FallbackAndSkip.class, "exclude each other"),
        mistake(PrimitiveSkip.class, "SKIP", "int"),
        mistake(PrivateMethod.class, "private"),
        mistake(FinalMethod.class, "final"),
        mistake(StaticMethod.class, "static"),
        mistake(PublicFinal.class, "final"),
        mistake(NothingPublic.class, "no public method"),
        mistake(
            InheritedFuture.class, "Future", "CompletableFuture, CompletionStage, Mono or Flux"),
        mistake(PlainFuture.class, "goes on after it has returned", "CompletableFuture"));
  }

  private static Arguments mistake(Class<?> bean, String... words) {
    return Arguments.of(bean, words);
  }

  @ParameterizedTest
  @MethodSource("mistakes")
  <T> void mistake_failsTheStart_andNamesMethodAndWayOut(Class<T> bean, String[] words) {
    application.withBean(bean).run(context -> {
      assertThat(context).hasFailed();
      for (String word : words) {
        assertThat(context.getStartupFailure()).hasStackTraceContaining(word);
      }
      assertThat(context.getStartupFailure())
          .hasStackTraceContaining("@Locked on ")
          .hasStackTraceContaining(bean.getSimpleName());
    });
  }

  static class Fine {
    @Locked({"'a:' + #p0", "#order", "#a0.length() > 3 ? 'long' : 'short'", "#root.methodName"})
    @Locked(name = "${some.name:b}", waitTime = "${some.wait:3s}", leaseTime = "PT1M")
    Optional<String> work(String order, @Nullable Lease lease) {
      return Optional.empty();
    }

    @Locked(value = "{#order, 'x'}", fallback = "instead", waitTime = "forever")
    protected String withFallback(String order) {
      return order;
    }

    @SuppressWarnings("unused")
    private static String instead(String order, LockRefusedException refusal) {
      return order;
    }
  }

  @Test
  void rightOnes_start_andNeedNeitherAServerNorAspectJ() {
    application.withBean(Fine.class).run(context -> {
      assertThat(context).hasNotFailed();
      assertThatThrownBy(() -> Class.forName("org.aspectj.weaver.Advice"))
          .isInstanceOf(ClassNotFoundException.class);
      assertThatThrownBy(() -> context.getBean(Fine.class).work("1", null))
          .isInstanceOf(UnsupportedOperationException.class)
          .hasMessageContaining("no server behind lock '1'");
    });
  }

  static class Greedy implements BeanPostProcessor, PriorityOrdered, BeanFactoryAware {
    @Override
    public void setBeanFactory(BeanFactory beans) {
      assertThat(beans.getBean(Fine.class)).isNotNull();
    }

    @Override
    public int getOrder() {
      return Ordered.HIGHEST_PRECEDENCE;
    }
  }

  @Test
  void beanCreatedTooEarlyForAProxy_failsTheStart() {
    application.withBean(Fine.class).withBean(Greedy.class).run(context -> {
      assertThat(context).hasFailed();
      assertThat(context.getStartupFailure())
          .hasMessageContaining("has no effect")
          .hasMessageContaining("Fine");
    });
  }

  interface Shop {
    void other();
  }

  static class ShopWithHiddenMethod implements Shop {
    @Override
    public void other() {}

    @Locked(name = "a")
    public void work() {}
  }

  @Test
  void methodThatAnInterfaceProxyHides_failsTheStart() {
    new ApplicationContextRunner()
        .withConfiguration(AutoConfigurations.of(LockedAutoConfiguration.class))
        .withBean(Holdfast.class, StubHoldfast::new)
        .withBean(ShopWithHiddenMethod.class)
        .run(context -> {
          assertThat(context).hasFailed();
          assertThat(context.getStartupFailure())
              .hasMessageContaining("proxied by its interfaces")
              .hasMessageContaining("spring.aop.proxy-target-class=true");
        });
  }

  @Test
  void refusedCall_names_whatItExpected() {
    LockNames names = LockNames.expressions(
        method("work", String.class, Lease.class),
        new DefaultListableBeanFactory(),
        new String[] {"#order"});

    assertThatThrownBy(() -> names.of(call((String) null)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll("Fine.work(String, Lease)", "\"#order\"", "gave null");
    assertThatThrownBy(() -> names.of(call(" "))).hasMessageContaining("gave blank text");
    assertThat(names.of(call("x"))).containsExactly("x");
  }

  private static CallRoot call(@Nullable String order) {
    return new CallRoot(
        method("work", String.class, Lease.class),
        new @Nullable Object[] {order, null},
        new Fine(),
        Fine.class);
  }

  private static Method method(String name, Class<?>... types) {
    return Objects.requireNonNull(ReflectionUtils.findMethod(Fine.class, name, types));
  }
}
