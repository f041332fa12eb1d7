package io.holdfast.spring.boot;

import io.holdfast.HoldfastBuilder;
import org.jspecify.annotations.Nullable;

/** Where the server is, and how to reach it. */
@FunctionalInterface
interface ServerSettings {

  /** Sets the gateway, and the client's name if the application has one. */
  void applyTo(HoldfastBuilder builder);

  /** The server of {@code holdfast.uri}. */
  static ServerSettings ofUri(@Nullable String uri) {
    if (uri == null) {
      throw new NoServerException(
          "there is no RedisConnectionFactory (spring-data-redis is not on the class path)");
    }
    return builder -> builder.uri(uri);
  }
}
