package io.holdfast.recipes;

import io.holdfast.LockEvent;
import io.holdfast.LockListener;
import io.holdfast.spring.boot.HoldfastBuilderCustomizer;
import java.util.concurrent.atomic.AtomicInteger;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.task.SimpleAsyncTaskExecutor;

@Configuration(proxyBeanMethods = false)
class CountingListener {

  static final AtomicInteger LOST = new AtomicInteger();

  @Bean
  LockListener lossCounter() {
    return event -> {
      if (event instanceof LockEvent.Lost) {
        LOST.incrementAndGet();
      }
    };
  }

  @Bean
  HoldfastBuilderCustomizer ownThreadsForCallbacks() {
    return builder -> builder.executor(new SimpleAsyncTaskExecutor("lock-callback-"));
  }
}
