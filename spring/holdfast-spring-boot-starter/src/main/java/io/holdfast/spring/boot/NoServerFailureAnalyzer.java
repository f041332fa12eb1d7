package io.holdfast.spring.boot;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Says what to do when the application's Redis settings are of no use to Holdfast. */
final class NoServerFailureAnalyzer extends AbstractFailureAnalyzer<NoServerException> {

  @Override
  protected FailureAnalysis analyze(Throwable rootFailure, NoServerException cause) {
    return new FailureAnalysis(
        "Holdfast takes its server from the application's LettuceConnectionFactory, but "
            + cause.getMessage() + ".",
        """
        Do one of these:
        - Name the server for the locks: holdfast.uri=redis://localhost:6379 \
        (a Jedis application keeps Jedis with spring.data.redis.client-type=jedis).
        - Use Lettuce for Spring Data Redis: spring-boot-starter-data-redis brings it; \
        among several factories, mark one @Primary.
        - Define a bean of type io.holdfast.Holdfast yourself.
        - Switch Holdfast off: holdfast.enabled=false.""",
        cause);
  }
}
