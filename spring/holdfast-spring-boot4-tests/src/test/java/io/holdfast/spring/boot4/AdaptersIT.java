package io.holdfast.spring.boot4;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.testkit.RedisServer;
import java.time.Duration;
import net.javacrumbs.shedlock.core.ClockProvider;
import net.javacrumbs.shedlock.core.LockConfiguration;
import net.javacrumbs.shedlock.core.LockProvider;
import org.junit.jupiter.api.Test;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.integration.support.locks.DistributedLock;
import org.springframework.integration.support.locks.LockRegistry;

/** An application of Spring Boot 4 that has the starter, both libraries and nothing to say about either. */
class AdaptersIT {

  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  static class Jobs {

    private final LockProvider provider;
    private final LockRegistry<DistributedLock> registry;

    Jobs(LockProvider provider, LockRegistry<DistributedLock> registry) {
      this.provider = provider;
      this.registry = registry;
    }
  }

  @Test
  void application_getsBothAdapters_andALeaseTimePerCall() {
    try (RedisServer server = RedisServer.start();
        ConfigurableApplicationContext context = new SpringApplicationBuilder(Jobs.class)
            .web(WebApplicationType.NONE)
            .run("--holdfast.uri=" + server.uri())) {
      Jobs jobs = context.getBean(Jobs.class);
      LockConfiguration task = new LockConfiguration(
          ClockProvider.now(), "report", Duration.ofMinutes(1), Duration.ZERO);
      assertThat(jobs.provider.lock(task)).isPresent();
      jobs.registry.obtain("42").lock(Duration.ofHours(1));
      assertThat(server.keys()).containsExactlyInAnyOrder("registry:42", "shedlock:report");
      assertThat((Long) server.command("PTTL", "registry:42"))
          .isGreaterThan(Duration.ofMinutes(30).toMillis());
    }
  }
}
