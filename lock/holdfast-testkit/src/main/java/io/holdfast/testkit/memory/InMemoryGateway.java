package io.holdfast.testkit.memory;

import io.holdfast.spi.ErrorReplyException;
import io.holdfast.spi.Gateway;
import io.holdfast.spi.GatewayListener;
import io.holdfast.spi.ScriptCall;
import io.holdfast.spi.ScriptReply;
import io.holdfast.spi.ServerDescription;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;

/** One client's connection: calls are answered at once, messages come on a thread of their own. Thread-safe. */
final class InMemoryGateway implements Gateway {

  private final InMemoryServer server;
  private final GatewayListener listener;
  private final Set<String> subscribed = ConcurrentHashMap.newKeySet();
  private final ExecutorService news = Executors.newSingleThreadExecutor(task -> {
    Thread thread = new Thread(task, "holdfast-in-memory");
    thread.setDaemon(true);
    return thread;
  });

  InMemoryGateway(InMemoryServer server, GatewayListener listener) {
    this.server = server;
    this.listener = listener;
  }

  @Override
  public ServerDescription server() {
    return new ServerDescription(ServerDescription.Kind.STANDALONE, "in memory", false);
  }

  @Override
  public int partition(String key) {
    return 0;
  }

  @Override
  public CompletionStage<ScriptReply> run(ScriptCall call) {
    try {
      return CompletableFuture.completedFuture(new ScriptReply(server.run(call), false));
    } catch (ErrorReplyException e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  @Override
  public CompletionStage<Long> timeMicros() {
    return CompletableFuture.completedFuture(server.timeMicros());
  }

  @Override
  public void subscribe(String channel) {
    subscribed.add(channel);
    server.listen(channel, this, (heard, text) -> tell(heard, () -> listener.message(heard, text)));
    tell(channel, () -> listener.subscribed(channel));
  }

  @Override
  public void unsubscribe(String channel) {
    subscribed.remove(channel);
    server.ignore(channel, this);
  }

  /** Never on the thread that called: the engine may be in the middle of something. */
  private void tell(String channel, Runnable event) {
    try {
      news.execute(() -> {
        if (subscribed.contains(channel)) {
          event.run();
        }
      });
    } catch (RejectedExecutionException e) {
      // closed: nobody is left to be told
    }
  }

  @Override
  public void close() {
    subscribed.forEach(this::unsubscribe);
    news.shutdownNow();
  }
}
