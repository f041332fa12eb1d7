package io.holdfast.spring.boot;

import io.holdfast.Holdfast;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.context.SmartLifecycle;

/**
 * Closes every {@link Holdfast} of the context when it stops: after web server, schedulers and message
 * listeners (higher phases), so that their work in hand ends under its locks, and before the Redis client (a
 * lower one), so that what is still held can be released.
 */
final class HoldfastLifecycle implements SmartLifecycle {

  /** Above the phase of {@code LettuceConnectionFactory}, which is 0. */
  static final int PHASE = 1024;

  private final ConfigurableListableBeanFactory beans;
  private volatile boolean isRunning;

  HoldfastLifecycle(ConfigurableListableBeanFactory beans) {
    this.beans = beans;
  }

  @Override
  public void start() {
    isRunning = true;
  }

  @Override
  public void stop() {
    isRunning = false;
    for (String name : beans.getBeanNamesForType(Holdfast.class, false, false)) {
      if (beans.containsSingleton(name)) {
        beans.getBean(name, Holdfast.class).close();
      }
    }
  }

  @Override
  public boolean isRunning() {
    return isRunning;
  }

  @Override
  public int getPhase() {
    return PHASE;
  }

  /**
   * Asked by Spring 7, which pauses the contexts that tests keep for later: a closed client could not go on
   * when the context does.
   */
  @SuppressWarnings("unused") // overrides a method that Spring 6 does not have
  public boolean isPauseable() {
    return false;
  }
}
