package io.holdfast.flashsale.accept;

import io.lettuce.core.RedisCommandInterruptedException;
import io.lettuce.core.RedisCommandTimeoutException;
import io.lettuce.core.RedisException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Waiting for replies, and reading those of scripts. */
final class Replies {

  private static final long LIMIT_SECONDS = 5;

  private Replies() {}

  /**
   * Waits for a reply.
   *
   * @throws RedisException if there is none in time, or an error
   */
  static <T> T await(CompletionStage<T> reply) {
    try {
      return reply.toCompletableFuture().get(LIMIT_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      throw e.getCause() instanceof RedisException known ? known : new RedisException(e.getCause());
    } catch (TimeoutException e) {
      throw new RedisCommandTimeoutException("Redis did not answer within " + LIMIT_SECONDS + " s");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new RedisCommandInterruptedException(e);
    }
  }

  static int number(List<Object> reply, int index) {
    return Math.toIntExact(bigNumber(reply, index));
  }

  static long bigNumber(List<Object> reply, int index) {
    return (Long) reply.get(index);
  }

  static List<String> texts(List<Object> reply, int index) {
    List<String> texts = new ArrayList<>();
    for (Object text : (List<?>) reply.get(index)) {
      texts.add((String) text);
    }
    return texts;
  }
}
