package io.holdfast.spring.adapters;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.Holdfast;
import io.holdfast.testkit.RedisServer;
import java.time.Duration;
import net.javacrumbs.shedlock.core.ClockProvider;
import net.javacrumbs.shedlock.core.LockConfiguration;
import net.javacrumbs.shedlock.core.LockProvider;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.integration.support.locks.LockRegistry;

class AdapterBeansIT {

  @Test
  void beans_inAContext_lockOnOneServer() {
    try (RedisServer server = RedisServer.start();
        AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext()) {
      context.registerBean(Holdfast.class, () -> Holdfast.connect(server.uri()));
      context.register(AdapterBeans.class);
      context.refresh();
      context.getBean(LockRegistry.class).obtain("42").lock();
      LockConfiguration task = new LockConfiguration(
          ClockProvider.now(), "report", Duration.ofMinutes(1), Duration.ZERO);
      assertThat(context.getBean(LockProvider.class).lock(task)).isPresent();
      assertThat(server.keys()).containsExactlyInAnyOrder("orders:42", "shedlock:report");
    }
  }
}
