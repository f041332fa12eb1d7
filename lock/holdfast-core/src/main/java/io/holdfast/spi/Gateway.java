package io.holdfast.spi;

import java.util.concurrent.CompletionStage;

/**
 * Our port to Redis: runs scripts, listens to channels. Knows nothing about locks.
 *
 * <p>Every returned stage completes within the command timeout: normally, with {@link ErrorReplyException} when the
 * server answered with an error (surely not done), or with {@link NoReplyException} when there was no answer (perhaps
 * done). Stages complete on any thread; the engine's dependents are short. No method blocks, but {@link #close()}.
 * Implementations are thread-safe.
 */
public interface Gateway extends AutoCloseable {

  /** {@return what was found at connect} */
  ServerDescription server();

  /**
   * {@return where the key is: 0, but in cluster mode its slot} Keys of equal partition may stand in one call.
   *
   * @param key a key or a channel
   */
  int partition(String key);

  /**
   * Runs a script once. The gateway itself never repeats a call. Where its client library does, the reply says so
   * ({@link ScriptReply#repeated()}), and an error reply is no answer: another copy may not have failed.
   *
   * <p>If replicas are to acknowledge the call, the reply says how many did ({@link ScriptReply#acknowledged()}), as
   * soon as they are enough or their time is over. A reply by which there is nothing to acknowledge ({@link
   * ScriptCall#wrote()}) comes at once. Waiting for replicas never holds up a call that wants none, or fewer. An
   * answered script is never turned into a failure by what comes of the acknowledgement.
   *
   * @param call the script, its keys and arguments
   * @return the reply
   */
  CompletionStage<ScriptReply> run(ScriptCall call);

  /** {@return the server's clock ({@code TIME}), in microseconds since 1970} */
  CompletionStage<Long> timeMicros();

  /**
   * Subscribes to a channel and keeps it subscribed, whatever the connection or topology does and however often the
   * server refuses, until {@link #unsubscribe}. Each acknowledgement of the server, the first and those after a
   * reconnect, is reported to {@link GatewayListener#subscribed}, each end of an acknowledged subscription to {@link
   * GatewayListener#unsubscribed}.
   *
   * @param channel never one that is subscribed already
   */
  void subscribe(String channel);

  /**
   * Ends a subscription.
   *
   * @param channel of which no event follows once the server has acknowledged
   */
  void unsubscribe(String channel);

  /** Closes what this gateway opened: connections, threads, timers. Bounded in time. */
  @Override
  void close();
}
