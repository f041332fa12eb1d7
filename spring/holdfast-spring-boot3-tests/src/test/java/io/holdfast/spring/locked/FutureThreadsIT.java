package io.holdfast.spring.locked;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.DistributedLock;
import io.holdfast.Holdfast;
import io.holdfast.HoldfastBuilder;
import io.holdfast.spring.metrics.LimitedGroups;
import io.holdfast.spring.metrics.LockGroups;
import io.holdfast.spring.observation.ObservedHoldfast;
import io.holdfast.testkit.memory.InMemoryServer;
import io.micrometer.observation.ObservationRegistry;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.beans.factory.config.BeanPostProcessor;
import reactor.core.publisher.Mono;

/** Methods that return futures and publishers run on the client's executor, and nothing of theirs in the common pool. */
class FutureThreadsIT extends LockedFixture {

  private static final String OWN = "own-callback";

  static class Work {
    final Set<String> threads = ConcurrentHashMap.newKeySet();

    @Locked("'one:' + #id")
    public CompletableFuture<Integer> future(int id) {
      return CompletableFuture.completedFuture(noted(id));
    }

    @Locked({"'two:' + #id", "'three:' + #id"})
    public Mono<Integer> mono(int id) {
      return Mono.just(noted(id));
    }

    @Locked(value = "'job:' + #id", holdAtLeast = "20ms")
    public CompletableFuture<Integer> job(int id) {
      return CompletableFuture.completedFuture(noted(id));
    }

    private int noted(int id) {
      threads.add(Thread.currentThread().getName());
      return id;
    }
  }

  /** Answers every question before its caller can look: the quickest server there can be. */
  static class Prompt implements BeanPostProcessor {
    @Override
    public Object postProcessAfterInitialization(Object bean, String beanName) {
      return bean instanceof Holdfast holdfast ? prompt(holdfast) : bean;
    }
  }

  /** As {@link Prompt}, of an observed client. */
  static class PromptAndObserved implements BeanPostProcessor {
    @Override
    public Object postProcessAfterInitialization(Object bean, String beanName) {
      if (!(bean instanceof Holdfast holdfast)) {
        return bean;
      }
      ObservationRegistry registry = ObservationRegistry.create();
      registry.observationConfig().observationHandler(context -> true);
      return prompt(
          new ObservedHoldfast(holdfast, registry, new LimitedGroups(LockGroups.byPrefix(), 64)));
    }
  }

  private static Holdfast prompt(Holdfast holdfast) {
    return proxy(
        Holdfast.class,
        (self, method, arguments) -> method.getName().equals("lock")
            ? prompt(holdfast.lock((String) arguments[0]))
            : method.invoke(holdfast, arguments));
  }

  private static DistributedLock prompt(DistributedLock lock) {
    return proxy(DistributedLock.class, (self, method, arguments) -> {
      Object answer = method.invoke(lock, arguments);
      if (answer instanceof CompletableFuture<?> future) {
        Object unused = future.handle((value, failure) -> true).get(10, TimeUnit.SECONDS);
      }
      return answer;
    });
  }

  private static <T> T proxy(Class<T> type, InvocationHandler handler) {
    return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
  }

  private final ExecutorService own = Executors.newCachedThreadPool(task -> new Thread(task, OWN));
  private final CountDownLatch isOver = new CountDownLatch(1);

  /** All threads of the common pool are busy until the test is over. */
  @BeforeEach
  void keepTheCommonPoolBusy() throws Exception {
    CountDownLatch busy = new CountDownLatch(ForkJoinPool.getCommonPoolParallelism());
    for (long i = busy.getCount(); i > 0; i--) {
      ForkJoinPool.commonPool().execute(() -> {
        busy.countDown();
        awaitTheEnd();
      });
    }
    assertThat(busy.await(20, TimeUnit.SECONDS)).isTrue();
  }

  private void awaitTheEnd() {
    try {
      isOver.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @AfterEach
  void end() {
    isOver.countDown();
    own.shutdown();
  }

  private void settings(HoldfastBuilder client, boolean isInMemory) {
    client.executor(own);
    if (isInMemory) {
      client.gateway(new InMemoryServer().gateway());
    }
  }

  @ParameterizedTest
  @CsvSource({"true, true", "true, false", "false, true", "false, false"})
  void calls_grantedAtOnceWithTheCommonPoolBusy_endOnTheClientsExecutor(
      boolean isInMemory, boolean isObserved) throws Exception {
    Work bean = application(
            client -> settings(client, isInMemory),
            Work.class,
            isObserved ? PromptAndObserved.class : Prompt.class)
        .getBean(Work.class);

    List<CompletableFuture<Integer>> calls = new ArrayList<>();
    for (int id = 0; id < 100; id++) {
      calls.add(bean.future(id));
      calls.add(bean.mono(id).toFuture());
      calls.add(bean.job(id));
    }
    for (CompletableFuture<Integer> call : calls) {
      assertThat(call.get(10, TimeUnit.SECONDS)).isNotNegative();
    }

    assertThat(target(bean).threads).containsExactly(OWN);
  }
}
