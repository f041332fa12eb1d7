package io.holdfast.lettuce;

import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/**
 * Connects to the first address of a route that answers, as a primary if it has to be one. This class is thread-safe.
 *
 * @param <C> the kind of connection
 */
@SuppressWarnings("FutureReturnValueIgnored") // nobody waits for a connection that is given up
final class Dial<C extends StatefulRedisConnection<String, String>> {

  private static final int HANDSHAKES = 3;
  private static final Duration ROLE_TIMEOUT = Duration.ofSeconds(2);

  private final ClientHandle client;
  private final Route route;
  private final Function<RedisURI, CompletionStage<C>> connect;

  /** @param connect opens a connection; throws if none is wanted any more */
  Dial(ClientHandle client, Route route, Function<RedisURI, CompletionStage<C>> connect) {
    this.client = client;
    this.route = route;
    this.connect = connect;
  }

  /** Tries every address once. */
  CompletableFuture<C> candidates() {
    return attempt(route.candidates());
  }

  private CompletableFuture<C> attempt(int left) {
    CompletableFuture<C> one;
    try {
      one = connectOnceMore(route.next(), HANDSHAKES).thenCompose(this::checked);
    } catch (RuntimeException e) {
      one = CompletableFuture.failedFuture(e);
    }
    if (left <= 1) {
      return one;
    }
    return one.exceptionallyCompose(failure -> attempt(left - 1)
        .exceptionallyCompose(
            last -> CompletableFuture.failedFuture(Failures.worse(failure, last))));
  }

  /** A connection that ends while Lettuce still prepares it fails without the server's words: asked again. */
  private CompletableFuture<C> connectOnceMore(RedisURI uri, int left) {
    CompletableFuture<C> connected = connect.apply(uri).toCompletableFuture();
    if (left <= 1) {
      return connected;
    }
    return connected.exceptionallyCompose(failure -> Failures.isUnspoken(failure)
        ? connectOnceMore(uri, left - 1)
        : CompletableFuture.failedFuture(failure));
  }

  private CompletionStage<C> checked(C connection) {
    if (!route.primaryOnly()) {
      return CompletableFuture.completedFuture(connection);
    }
    return client.within(ROLE_TIMEOUT, connection.async().role()).handle((role, failure) -> {
      if (failure != null && !Failures.isErrorReply(failure)) {
        connection.closeAsync();
        throw Failures.asCompletion(failure);
      }
      // An error reply: we may not ask (ACL). Then a replica shows itself by READONLY replies.
      if (failure == null && !isPrimary(role)) {
        connection.closeAsync();
        throw new NotPrimaryException(route.display() + " is a read-only replica");
      }
      return connection;
    });
  }

  private static boolean isPrimary(List<Object> role) {
    return role.isEmpty() || "master".equals(role.get(0));
  }
}
