package io.holdfast.spring.locked;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.DistributedLock;
import io.holdfast.Holdfast;
import io.holdfast.Lease;
import io.holdfast.spring.boot.LockedAutoConfiguration;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import reactor.core.publisher.Mono;

/** A method is not called on its caller's thread, with its transaction, however quick the grant is. */
class FutureThreadTest {

  static class Work {
    @Locked(name = "f")
    public CompletableFuture<Thread> future() {
      return CompletableFuture.completedFuture(Thread.currentThread());
    }

    @Locked(name = "f")
    public Mono<Thread> mono() {
      return Mono.just(Thread.currentThread());
    }
  }

  private static <T> T fake(Class<T> type, InvocationHandler handler) {
    return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
  }

  /** Grants before its caller can ask for more. */
  private static Holdfast quick() {
    Lease lease = fake(Lease.class, (proxy, method, arguments) -> switch (method.getName()) {
      case "lockName" -> "f";
      case "isHeld" -> true;
      case "releaseAsync" -> CompletableFuture.completedFuture(null);
      default -> null;
    });
    DistributedLock lock = fake(
        DistributedLock.class,
        (proxy, method, arguments) -> CompletableFuture.completedFuture(Optional.of(lease)));
    return fake(
        Holdfast.class,
        (proxy, method, arguments) -> method.getName().equals("lock") ? lock : null);
  }

  @Test
  void grant_beforeTheCallerLooks_methodIsCalledOnAnotherThread() throws Exception {
    try (AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext()) {
      context.registerBean(Holdfast.class, FutureThreadTest::quick);
      context.register(Work.class, AopAutoConfiguration.class, LockedAutoConfiguration.class);
      context.refresh();
      Work work = context.getBean(Work.class);

      assertThat(work.future().get(5, TimeUnit.SECONDS)).isNotSameAs(Thread.currentThread());
      assertThat(work.mono().block(Duration.ofSeconds(5))).isNotSameAs(Thread.currentThread());
    }
  }
}
