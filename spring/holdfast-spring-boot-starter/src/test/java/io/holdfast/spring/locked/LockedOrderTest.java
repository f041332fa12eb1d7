package io.holdfast.spring.locked;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.Holdfast;
import io.holdfast.spring.boot.LockedAutoConfiguration;
import io.holdfast.testkit.memory.InMemoryServer;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.aopalliance.intercept.MethodInterceptor;
import org.junit.jupiter.api.Test;
import org.springframework.aop.support.DefaultPointcutAdvisor;
import org.springframework.aop.support.annotation.AnnotationMatchingPointcut;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.annotation.EnableTransactionManagement;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.support.AbstractPlatformTransactionManager;
import org.springframework.transaction.support.DefaultTransactionStatus;

/** Where the lock stands among other advice: transactions, and whoever decides who may call. */
class LockedOrderTest {

  private static final int LAST_OF_METHOD_SECURITY = 600;

  private final InMemoryServer server = new InMemoryServer();
  private final List<String> story = new CopyOnWriteArrayList<>();

  private final ApplicationContextRunner application = new ApplicationContextRunner()
      .withConfiguration(
          AutoConfigurations.of(AopAutoConfiguration.class, LockedAutoConfiguration.class))
      .withBean(Holdfast.class, server::connect)
      .withBean(Story.class, () -> this::tell)
      .withBean(Stock.class)
      .withBean(Transactions.class);

  /** What happens, and whether the lock is held then. */
  private interface Story {
    void tell(String what);
  }

  private void tell(String what) {
    story.add(what + (server.keys().isEmpty() ? ", free" : ", locked"));
  }

  static class Stock {
    private final Story story;

    Stock(Story story) {
      this.story = story;
    }

    @Locked(name = "stock")
    @Transactional
    public void take() {
      story.tell("work");
    }
  }

  static class Transactions extends AbstractPlatformTransactionManager {
    private static final long serialVersionUID = 1L;
    private final transient Story story;

    Transactions(Story story) {
      this.story = story;
    }

    @Override
    protected Object doGetTransaction() {
      return this;
    }

    @Override
    protected void doBegin(Object transaction, TransactionDefinition definition) {
      story.tell("begin");
    }

    @Override
    protected void doCommit(DefaultTransactionStatus status) {
      story.tell("commit");
    }

    @Override
    protected void doRollback(DefaultTransactionStatus status) {
      story.tell("rollback");
    }
  }

  @EnableTransactionManagement
  static class AsUsual {}

  @EnableTransactionManagement(order = 2_000)
  static class Ordered {}

  private static DefaultPointcutAdvisor security(MethodInterceptor decision) {
    DefaultPointcutAdvisor advisor = new DefaultPointcutAdvisor(
        AnnotationMatchingPointcut.forMethodAnnotation(Locked.class), decision);
    advisor.setOrder(LAST_OF_METHOD_SECURITY);
    return advisor;
  }

  private static void isInfrastructure(BeanDefinition definition) {
    definition.setRole(BeanDefinition.ROLE_INFRASTRUCTURE);
  }

  @Test
  void lock_asUsual_isAroundTheTransaction() {
    application.withUserConfiguration(AsUsual.class).run(context -> {
      context.getBean(Stock.class).take();
      assertThat(story).containsExactly("begin, locked", "work, locked", "commit, locked");
      assertThat(server.keys()).isEmpty();
    });
  }

  @Test
  void lock_ofAGreaterOrder_isTakenInTheTransaction_andKeptUntilItEnds() {
    application
        .withUserConfiguration(Ordered.class)
        .withPropertyValues("holdfast.locked.order=3000")
        .run(context -> {
          context.getBean(Stock.class).take();
          assertThat(story).containsExactly("begin, free", "work, locked", "commit, locked");
          assertThat(server.keys()).isEmpty();
        });
  }

  @Test
  void lock_asUsual_isNotAskedForByWhoMayNotCall() {
    application
        .withUserConfiguration(AsUsual.class)
        .withBean(
            "security",
            DefaultPointcutAdvisor.class,
            () -> security(call -> {
              tell("denied");
              throw new UnsupportedOperationException();
            }),
            LockedOrderTest::isInfrastructure)
        .run(context -> {
          assertThatThrownBy(context.getBean(Stock.class)::take)
              .isInstanceOf(UnsupportedOperationException.class);
          assertThat(story).containsExactly("denied, free");
        });
  }

  @Test
  void lock_ofASmallerOrder_isOutsideOfSecurity() {
    application
        .withUserConfiguration(AsUsual.class)
        .withPropertyValues("holdfast.locked.order=" + (LAST_OF_METHOD_SECURITY - 1))
        .withBean(
            "security",
            DefaultPointcutAdvisor.class,
            () -> security(call -> {
              tell("security");
              return call.proceed();
            }),
            LockedOrderTest::isInfrastructure)
        .run(context -> {
          context.getBean(Stock.class).take();
          assertThat(story).startsWith("security, locked", "begin, locked");
        });
  }

  @Test
  void order_thatIsNoNumber_failsTheStartAndIsNamed() {
    application
        .withUserConfiguration(AsUsual.class)
        .withPropertyValues("holdfast.locked.order=first")
        .run(context ->
            assertThat(context).getFailure().hasStackTraceContaining("holdfast.locked.order"));
  }
}
