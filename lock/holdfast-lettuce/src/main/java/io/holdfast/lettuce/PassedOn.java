package io.holdfast.lettuce;

import io.holdfast.spi.GatewayListener;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What happens on the channels of a gateway that has one link for all of them: the engine hears it as it is.
 *
 * @param listener the engine's
 */
record PassedOn(GatewayListener listener) implements PubSubLink.Listener {

  private static final Logger log = LoggerFactory.getLogger(PassedOn.class);

  @Override
  public void message(String channel, String message) {
    listener.message(channel, message);
  }

  @Override
  public void acknowledged(PubSubLink link, String channel) {
    listener.subscribed(channel);
  }

  @Override
  public void dropped(PubSubLink link, String channel, String reason) {
    log.debug("Channel '{}' dropped: {}", channel, reason);
    listener.unsubscribed(channel); // the link asks for it again by itself
  }
}
