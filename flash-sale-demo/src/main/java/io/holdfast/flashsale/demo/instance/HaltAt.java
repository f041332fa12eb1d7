package io.holdfast.flashsale.demo.instance;

import io.holdfast.flashsale.ladder.Point;
import io.holdfast.flashsale.ladder.Points;
import java.util.concurrent.atomic.AtomicInteger;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;

/**
 * Ends the JVM at a point of the purchase or of the writer, as {@code kill -9} would: no hook, no
 * {@code finally}. {@code demo.halt-at=COMMITTED} names the point, {@code demo.halt-on=3} the time it is passed.
 */
@Configuration(proxyBeanMethods = false)
@ConditionalOnProperty(HaltAt.PROPERTY)
class HaltAt {

  static final String PROPERTY = "demo.halt-at";
  static final String TIMES = "demo.halt-on";

  /** As of a process ended by SIGKILL. */
  static final int STATUS = 137;

  @Bean
  Points points(Environment environment) {
    Point where = Point.valueOf(environment.getRequiredProperty(PROPERTY));
    int times = environment.getProperty(TIMES, Integer.class, 1);
    AtomicInteger passed = new AtomicInteger();
    return (point, saleId) -> {
      if (point == where && passed.incrementAndGet() == times) {
        Runtime.getRuntime().halt(STATUS);
      }
    };
  }
}
