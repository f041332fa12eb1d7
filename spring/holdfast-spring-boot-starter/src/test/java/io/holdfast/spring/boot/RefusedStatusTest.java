package io.holdfast.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.post;

import io.holdfast.Holdfast;
import io.holdfast.Lease;
import io.holdfast.spring.locked.LockRefusedException;
import io.holdfast.spring.locked.Locked;
import io.holdfast.testkit.memory.InMemoryServer;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.http.HttpMessageConvertersAutoConfiguration;
import org.springframework.boot.autoconfigure.jackson.JacksonAutoConfiguration;
import org.springframework.boot.autoconfigure.web.servlet.WebMvcAutoConfiguration;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.mock.web.MockHttpServletResponse;
import org.springframework.test.web.servlet.setup.MockMvcBuilders;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.context.WebApplicationContext;

/** What somebody who calls over HTTP is told of a refusal. */
class RefusedStatusTest {

  private static final InMemoryServer SERVER = new InMemoryServer();

  @RestController
  static class Till {

    @PostMapping("/pay")
    @Locked(name = "till:7", waitTime = "0")
    public String pay() {
      return "paid";
    }
  }

  @Configuration(proxyBeanMethods = false)
  static class Shop {

    @Bean
    Holdfast holdfast() {
      return SERVER.connect();
    }

    @Bean
    Till till() {
      return new Till();
    }
  }

  @RestControllerAdvice
  static class OwnHandler {

    @ExceptionHandler
    String refused(LockRefusedException refusal) {
      return "sorry";
    }
  }

  private final WebApplicationContextRunner shop = new WebApplicationContextRunner()
      .withConfiguration(AutoConfigurations.of(
          WebMvcAutoConfiguration.class,
          HttpMessageConvertersAutoConfiguration.class,
          JacksonAutoConfiguration.class,
          LockedAutoConfiguration.class,
          HoldfastWebAutoConfiguration.class))
      .withUserConfiguration(Shop.class);

  @Test
  void refused_byDefault_isAConflictThatNamesNothing() {
    shop.run(context -> {
      MockHttpServletResponse answer = payWhileHeld(context);
      assertThat(answer.getStatus()).isEqualTo(409);
      assertThat(answer.getContentType()).isEqualTo("application/problem+json");
      assertThat(answer.getContentAsString())
          .contains("try again later")
          .doesNotContain("till:7", "Till", "pay()");
      assertThat(pay(context).getContentAsString()).isEqualTo("paid");
    });
  }

  @Test
  void refused_withAStatusOfOnesOwn_hasThat() {
    shop.withPropertyValues("holdfast.locked.refused-status=503")
        .run(context -> assertThat(payWhileHeld(context).getStatus()).isEqualTo(503));
    shop.withPropertyValues("holdfast.locked.refused-status=200")
        .run(
            context -> assertThat(context)
                .getFailure()
                .rootCause()
                .hasMessage(
                    "holdfast.locked.refused-status is '200': expected an HTTP status from 400 to 599"));
  }

  @Test
  void refused_withAHandlerOfOnesOwn_isLeftToIt() {
    shop.withUserConfiguration(OwnHandler.class).run(context -> {
      MockHttpServletResponse answer = payWhileHeld(context);
      assertThat(answer.getStatus()).isEqualTo(200);
      assertThat(answer.getContentAsString()).isEqualTo("sorry");
    });
  }

  private static MockHttpServletResponse payWhileHeld(WebApplicationContext context)
      throws Exception {
    try (Holdfast somebodyElse = SERVER.connect();
        Lease lease = somebodyElse.lock("till:7").acquire()) {
      assertThat(lease.isHeld()).isTrue();
      return pay(context);
    }
  }

  private static MockHttpServletResponse pay(WebApplicationContext context) throws Exception {
    return MockMvcBuilders.webAppContextSetup(context)
        .build()
        .perform(post("/pay"))
        .andReturn()
        .getResponse();
  }
}
