package io.holdfast.spring.boot;

import io.holdfast.LockUnavailableException;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanCreationException;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Says what to do when the server of the locks does not answer while the application starts. */
final class UnreachableServerFailureAnalyzer
    extends AbstractFailureAnalyzer<LockUnavailableException> {

  @Override
  protected @Nullable FailureAnalysis analyze(
      Throwable rootFailure, LockUnavailableException cause) {
    if (findCause(rootFailure, BeanCreationException.class) == null) {
      return null; // thrown by the application's own start-up code: not about our connection
    }
    return new FailureAnalysis(
        "Holdfast did not reach the Redis server of the locks: " + cause.getMessage() + ".",
        """
        Start the server, or name the right one by spring.data.redis.* or holdfast.uri. \
        An application that must start without it can say holdfast.enabled=false, or create its Holdfast \
        bean lazily.""",
        cause);
  }
}
