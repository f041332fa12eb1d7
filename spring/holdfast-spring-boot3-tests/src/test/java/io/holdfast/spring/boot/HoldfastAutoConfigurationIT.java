package io.holdfast.spring.boot;

import static io.holdfast.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.Holdfast;
import io.holdfast.Lease;
import io.holdfast.LeaseLoss;
import io.holdfast.LockEvent;
import io.holdfast.LockListener;
import io.holdfast.testkit.RedisServer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.data.redis.RedisAutoConfiguration;
import org.springframework.boot.autoconfigure.task.TaskExecutionAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/** One server, and what can be set. Other topologies: {@link TopologyIT}. */
class HoldfastAutoConfigurationIT {

  private static RedisServer server;

  @BeforeAll
  static void start() {
    server = RedisServer.builder().password("s3cr&t/+@:").start();
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  private static ApplicationContextRunner application() {
    return new ApplicationContextRunner()
        .withConfiguration(AutoConfigurations.of(
            RedisAutoConfiguration.class,
            TaskExecutionAutoConfiguration.class,
            LettuceServerAutoConfiguration.class,
            HoldfastAutoConfiguration.class))
        .withPropertyValues(
            "spring.data.redis.host=127.0.0.1",
            "spring.data.redis.port=" + server.port(),
            "spring.data.redis.password=s3cr&t/+@:");
  }

  @Test
  void redisSettings_passwordDatabaseAndClientName_areTheApplications() {
    application()
        .withPropertyValues(
            "spring.data.redis.database=3", "spring.data.redis.client-name=the-shop")
        .run(context -> {
          try (Lease lease = context.getBean(Holdfast.class).lock("settings").acquire()) {
            assertThat(lease.isHeld()).isTrue();
            assertThat(server.info("keyspace", "db3")).contains("keys=1");
            assertThat(server.connectionCount("the-shop")).isPositive();
          }
        });
  }

  @Test
  void holdfastUri_isUsedInsteadOfTheRedisSettings() {
    application()
        .withPropertyValues(
            "spring.data.redis.port=1",
            "holdfast.uri=" + server.uri(),
            "holdfast.client-name=by-uri")
        .run(context -> {
          assertThat(context).hasNotFailed().doesNotHaveBean(ServerSettings.class);
          try (Lease lease = context.getBean(Holdfast.class).lock("by-uri").acquire()) {
            assertThat(server.keys()).contains("by-uri");
            assertThat(server.connectionCount("by-uri")).isPositive();
            assertThat(lease.isHeld()).isTrue();
          }
        });
  }

  @Test
  void client_isOnTheApplicationsLettuceResources() {
    application().run(context -> {
      LettuceConnectionFactory factory = context.getBean(LettuceConnectionFactory.class);
      assertThat(factory.getRequiredNativeClient().getResources())
          .isSameAs(context.getBean("lettuceClientResources"));
      long before = threads("holdfast");
      assertThat(before).as("two threads for timers, none for I/O").isLessThanOrEqualTo(2);
    });
  }

  private static long threads(String prefix) {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().startsWith(prefix))
        .count();
  }

  @Test
  void everyListener_isToldInItsOrder_evenAfterOneThrew() {
    List<String> told = new CopyOnWriteArrayList<>();
    application()
        .withBean("failing", LockListener.class, () -> event -> {
          throw new IllegalStateException("a listener's own trouble");
        })
        .withBean(
            "hearing",
            LockListener.class,
            () -> event -> told.add(event.getClass().getSimpleName()))
        .run(context -> {
          context.getBean(Holdfast.class).lock("heard").acquire().close();
          eventually(() -> assertThat(told)
              .contains(
                  LockEvent.Acquired.class.getSimpleName(),
                  LockEvent.Released.class.getSimpleName()));
        });
  }

  @Test
  void customizer_hasTheLastWord() {
    application()
        .withPropertyValues("holdfast.client-name=by-property")
        .withBean(HoldfastBuilderCustomizer.class, () -> builder -> builder.clientName("by-bean"))
        .run(context -> {
          assertThat(context).hasSingleBean(Holdfast.class);
          eventually(() -> assertThat(server.connectionCount("by-bean")).isPositive());
        });
  }

  @Test
  void leaseTime_isThatOfTheProperties() {
    application().withPropertyValues("holdfast.lease-time=7s").run(context -> {
      try (Lease lease = context.getBean(Holdfast.class).lock("lease-time").acquire()) {
        assertThat(lease.remaining()).isBetween(Duration.ofSeconds(3), Duration.ofSeconds(7));
      }
    });
  }

  @Test
  void contextThatCloses_releasesWhatIsHeld_andTellsItsHolder() {
    CompletableFuture<LeaseLoss> loss = new CompletableFuture<>();
    application().withPropertyValues("holdfast.lease-time=1h").run(context -> {
      Lease lease = context.getBean(Holdfast.class).lock("closing").acquire();
      lease.lost().thenAccept(loss::complete);
      assertThat(server.keys()).contains("closing");
    });

    assertThat(server.keys()).doesNotContain("closing");
    assertThat(loss.join().reason()).isEqualTo(LeaseLoss.Reason.CLOSED);
  }

  @Test
  void lifecycle_stopsAboveRedis_andIsNotPausedWithATestContext() {
    application().run(context -> {
      HoldfastLifecycle lifecycle = context.getBean(HoldfastLifecycle.class);
      assertThat(lifecycle.getPhase())
          .isGreaterThan(context.getBean(LettuceConnectionFactory.class).getPhase());
      assertThat(lifecycle.isPauseable()).isFalse();

      lifecycle.stop();
      assertThat(context.getBean(LettuceConnectionFactory.class).isRunning()).isTrue();
    });
  }

  @Test
  @EnabledForJreRange(min = JRE.JAVA_21)
  void virtualThreads_completeFuturesOnTheApplicationsExecutor() {
    application().withPropertyValues("spring.threads.virtual.enabled=true").run(context -> {
      AtomicReference<String> thread = new AtomicReference<>("");
      Holdfast holdfast = context.getBean(Holdfast.class);
      Lease first =
          holdfast.lock("virtual").acquire(); // so that the second comes after thenCompose
      CompletableFuture<Void> second = holdfast
          .lock("virtual")
          .acquireAsync()
          .thenCompose(lease -> {
            thread.set(Thread.currentThread().toString());
            return lease.releaseAsync();
          });
      first.close();
      second.join();
      assertThat(thread.get()).startsWith("VirtualThread");
    });
  }

  /** Where all places are taken by callers that wait for an answer, the answer must not wait for a place. */
  @Test
  @EnabledForJreRange(min = JRE.JAVA_21)
  void virtualThreads_limited_doNotLimitTheClient() {
    application()
        .withBean(LockListener.class, () -> event -> {})
        .withPropertyValues(
            "spring.threads.virtual.enabled=true",
            "spring.task.execution.simple.concurrency-limit=1",
            "holdfast.unavailable-after=1s")
        .run(context -> {
          Holdfast holdfast = context.getBean(Holdfast.class);
          CompletableFuture<Boolean> work = new CompletableFuture<>();
          context.getBean("applicationTaskExecutor", Executor.class).execute(() -> {
            try (Lease lease = holdfast.lock("limited").acquire()) {
              work.complete(lease.isHeld());
            } catch (Throwable e) {
              work.completeExceptionally(e);
            }
          });
          assertThat(work).succeedsWithin(Duration.ofSeconds(10)).isEqualTo(true);
        });
  }
}
