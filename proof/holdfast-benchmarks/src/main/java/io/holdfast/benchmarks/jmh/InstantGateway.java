package io.holdfast.benchmarks.jmh;

import io.holdfast.spi.Gateway;
import io.holdfast.spi.ScriptCall;
import io.holdfast.spi.ScriptReply;
import io.holdfast.spi.ServerDescription;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicLong;

/** A server that grants everything at once, on the caller's thread: what is left is our own cost. */
final class InstantGateway implements Gateway {

  private static final CompletionStage<ScriptReply> RELEASED =
      CompletableFuture.completedFuture(new ScriptReply(1L, false));
  private static final CompletionStage<ScriptReply> NOTHING =
      CompletableFuture.completedFuture(new ScriptReply(List.of(), false));

  private final AtomicLong micros = new AtomicLong(1_700_000_000_000_000L);

  @Override
  public ServerDescription server() {
    return new ServerDescription(ServerDescription.Kind.STANDALONE, "instant", false);
  }

  @Override
  public int partition(String key) {
    return 0;
  }

  /** Tells the scripts apart by their arguments: holder and lease time, holder and channel, … */
  @Override
  public CompletionStage<ScriptReply> run(ScriptCall call) {
    return switch (call.arguments().size()) {
      case 3 -> RELEASED;
      case 4 -> granted();
      case 7 -> granted();
      default -> NOTHING;
    };
  }

  private CompletionStage<ScriptReply> granted() {
    long now = micros.incrementAndGet();
    return CompletableFuture.completedFuture(new ScriptReply(List.of(1L, now, now), false));
  }

  @Override
  public CompletionStage<Long> timeMicros() {
    return CompletableFuture.completedFuture(micros.get());
  }

  @Override
  public void subscribe(String channel) {}

  @Override
  public void unsubscribe(String channel) {}

  @Override
  public void close() {}
}
