package io.holdfast.spi;

import java.time.Duration;

/**
 * What the engine asks of a gateway.
 *
 * @param clientName as shown by {@code CLIENT LIST}
 * @param commandTimeout after which a call without a reply fails with {@link NoReplyException}
 * @param pubSub which kind of channels to use
 */
public record GatewaySettings(String clientName, Duration commandTimeout, PubSub pubSub) {

  /** Kinds of channels. Subscribers of one kind do not hear publishers of the other. */
  public enum PubSub {
    /** As Redisson chooses: sharded in cluster mode where the server has it, plain elsewhere. */
    AUTO,
    /** {@code SUBSCRIBE} and {@code PUBLISH}. */
    PLAIN,
    /** {@code SSUBSCRIBE} and {@code SPUBLISH}; servers from 7.0. */
    SHARDED
  }
}
