package io.holdfast.testkit.spring;

import io.holdfast.testkit.junit.HoldfastExtension;
import io.holdfast.testkit.junit.WithHoldfast;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.env.MapPropertySource;
import org.springframework.test.context.ContextConfigurationAttributes;
import org.springframework.test.context.ContextCustomizer;
import org.springframework.test.context.ContextCustomizerFactory;
import org.springframework.test.context.MergedContextConfiguration;
import org.springframework.test.context.TestContextAnnotationUtils;

/**
 * Has the application of a test that is annotated with {@link WithHoldfast} use the server of the test run, whatever it
 * is configured for: {@code holdfast.uri}, and {@code spring.data.redis.url} for the rest of the application. Found by
 * Spring itself, in {@code META-INF/spring.factories}. Thread-safe.
 */
public final class WithHoldfastCustomizerFactory implements ContextCustomizerFactory {

  /** For Spring. */
  public WithHoldfastCustomizerFactory() {}

  /**
   * Looks for the annotation, also on superclasses and enclosing classes.
   *
   * @param testClass what is about to be run
   * @param attributes of no interest
   * @return null where there is none
   */
  @Override
  public @Nullable ContextCustomizer createContextCustomizer(
      Class<?> testClass, List<ContextConfigurationAttributes> attributes) {
    return TestContextAnnotationUtils.hasAnnotation(testClass, WithHoldfast.class)
        ? new Server(HoldfastExtension.server().uri())
        : null;
  }

  /**
   * Names the server to the application.
   *
   * @param uri the same for all tests of a run, so that they can share a context
   */
  private record Server(String uri) implements ContextCustomizer {

    @Override
    public void customizeContext(
        ConfigurableApplicationContext context, MergedContextConfiguration configuration) {
      context
          .getEnvironment()
          .getPropertySources()
          .addFirst(new MapPropertySource(
              "holdfast-testkit", Map.of("holdfast.uri", uri, "spring.data.redis.url", uri)));
    }
  }
}
