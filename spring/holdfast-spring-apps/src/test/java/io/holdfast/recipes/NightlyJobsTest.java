package io.holdfast.recipes;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.Holdfast;
import io.holdfast.testkit.memory.InMemoryServer;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.springframework.aop.framework.AopProxyUtils;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

@SpringBootTest
class NightlyJobsTest {

  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  @Import(NightlyJobs.class)
  static class Application {}

  @TestConfiguration(proxyBeanMethods = false)
  static class WithoutAServer {
    @Bean
    Holdfast holdfast() {
      return new InMemoryServer().connect();
    }
  }

  @Autowired
  private NightlyJobs jobs;

  @SuppressWarnings("NullAway.Init")
  NightlyJobsTest() {}

  @Test
  void report_twice_runsOnce() {
    jobs.report();
    jobs.report();
    NightlyJobs target =
        (NightlyJobs) Objects.requireNonNull(AopProxyUtils.getSingletonTarget(jobs));
    assertThat(target.runs).hasValue(1);
  }
}
