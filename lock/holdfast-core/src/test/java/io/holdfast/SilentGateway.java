package io.holdfast;

import io.holdfast.spi.ErrorReplyException;
import io.holdfast.spi.Gateway;
import io.holdfast.spi.GatewayFactory;
import io.holdfast.spi.ScriptCall;
import io.holdfast.spi.ScriptReply;
import io.holdfast.spi.ServerDescription;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Answers the probe at connect and nothing else. */
final class SilentGateway implements Gateway {

  static final GatewayFactory FACTORY = (settings, listener) -> new SilentGateway();

  @Override
  public ServerDescription server() {
    return new ServerDescription(ServerDescription.Kind.STANDALONE, "", false);
  }

  @Override
  public int partition(String key) {
    return 0;
  }

  @Override
  public CompletionStage<ScriptReply> run(ScriptCall call) {
    return call.bySha()
        ? CompletableFuture.failedFuture(new ErrorReplyException("NOSCRIPT No matching script."))
        : CompletableFuture.completedFuture(new ScriptReply(List.of(), false));
  }

  @Override
  public CompletionStage<Long> timeMicros() {
    return CompletableFuture.completedFuture(1L);
  }

  @Override
  public void subscribe(String channel) {}

  @Override
  public void unsubscribe(String channel) {}

  @Override
  public void close() {}
}
