package io.holdfast.lettuce;

import io.holdfast.spi.GatewaySettings;
import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisCredentials;
import io.lettuce.core.RedisCredentialsProvider;
import io.lettuce.core.RedisURI;
import io.lettuce.core.SocketOptions;
import io.lettuce.core.StaticCredentialsProvider;
import io.lettuce.core.TimeoutOptions;
import io.lettuce.core.metrics.CommandLatencyRecorder;
import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.DefaultClientResources;
import io.lettuce.core.resource.DefaultEventLoopGroupProvider;
import io.lettuce.core.resource.NettyCustomizer;
import io.netty.channel.Channel;
import io.netty.handler.flush.FlushConsolidationHandler;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A Lettuce client of our own, on the application's resources or on small ones of our own, and the
 * thread for timers. This class is thread-safe.
 */
final class ClientHandle {

  private static final Logger log = LoggerFactory.getLogger(ClientHandle.class);
  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(2);
  private static final long CLOSE_SECONDS = 2;

  private final GatewaySettings settings;
  private final RedisClient client;
  private final ScheduledExecutorService timers;
  private final @Nullable OwnResources own;

  private ClientHandle(
      GatewaySettings settings,
      ClientResources resources,
      ClientOptions options,
      @Nullable OwnResources own) {
    this.settings = settings;
    this.own = own;
    this.timers =
        own == null ? ownTimers(settings) : resources.eventExecutorGroup().next();
    this.client = RedisClient.create(resources);
    this.client.setOptions(withOurs(options));
  }

  /** The application may block the threads of its resources; every call must end all the same. */
  private static ScheduledExecutorService ownTimers(GatewaySettings settings) {
    ScheduledThreadPoolExecutor timers = new ScheduledThreadPoolExecutor(1, task -> {
      Thread thread = new Thread(task, settings.clientName() + "-timeouts");
      thread.setDaemon(true);
      return thread;
    });
    timers.setRemoveOnCancelPolicy(true);
    timers.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
    return timers;
  }

  /** On resources that stay the application's, and one thread of our own for timeouts. */
  static ClientHandle on(
      ClientResources resources, ClientOptions options, GatewaySettings settings) {
    return new ClientHandle(settings, resources, options, null);
  }

  /** On resources of our own: three threads. */
  static ClientHandle own(GatewaySettings settings) {
    OwnResources own = OwnResources.create();
    return new ClientHandle(settings, own.resources, ClientOptions.create(), own);
  }

  /*
   * Lettuce's own reconnect sends again what was in flight (6.6 always, later versions by default), and
   * waits up to 30 s between attempts. So it is off: a connection of Lettuce lives as long as its socket,
   * and a Link opens the next one.
   */
  private static ClientOptions withOurs(ClientOptions options) {
    SocketOptions socket = options.getSocketOptions();
    SocketOptions.Builder ours = socket.mutate();
    if (socket.getConnectTimeout().compareTo(CONNECT_TIMEOUT) > 0) {
      ours.connectTimeout(CONNECT_TIMEOUT);
    }
    if (!socket.isKeepAlive()) {
      ours.keepAlive(true);
    }
    return options
        .mutate()
        .autoReconnect(false)
        .disconnectedBehavior(ClientOptions.DisconnectedBehavior.REJECT_COMMANDS)
        .timeoutOptions(TimeoutOptions.builder().timeoutCommands(false).build())
        .socketOptions(ours.build())
        .build();
  }

  GatewaySettings settings() {
    return settings;
  }

  RedisClient client() {
    return client;
  }

  /** A copy with our client name and timeout. */
  RedisURI ours(RedisURI uri) {
    return ours(uri, uri.getSentinels());
  }

  /** With its sentinels in another order. */
  RedisURI ours(RedisURI uri, List<RedisURI> sentinels) {
    RedisURI.Builder copy = RedisURI.builder(uri).withTimeout(CONNECT_TIMEOUT);
    if (uri.getSentinelMasterId() != null) {
      copy.withSentinelMasterId(uri.getSentinelMasterId());
    }
    for (RedisURI sentinel : sentinels) {
      copy.withSentinel(RedisURI.builder(sentinel).withTimeout(CONNECT_TIMEOUT).build());
    }
    RedisURI ours = copy.build();
    ours.setClientName(settings.clientName());
    fixCredentials(ours);
    return ours;
  }

  /*
   * Credentials written in a URI come wrapped in a lambda of Lettuce, for which the handshake changes
   * threads; the error reply to a wrong password then sometimes loses against the closing connection.
   */
  private static void fixCredentials(RedisURI uri) {
    RedisCredentialsProvider provider = uri.getCredentialsProvider();
    if (provider.getClass().getName().startsWith(RedisURI.class.getName())) {
      RedisCredentials written = provider.resolveCredentials().block();
      if (written != null) {
        uri.setCredentialsProvider(new StaticCredentialsProvider(written));
      }
    }
  }

  List<RedisURI> ours(List<RedisURI> uris) {
    return uris.stream().map(this::ours).toList();
  }

  Timer schedule(Runnable task, Duration delay) {
    return schedule(task, delay.toNanos());
  }

  /** Does nothing once the client is closed: then nothing is due any more. */
  Timer schedule(Runnable task, long delayNanos) {
    try {
      return new Timer(timers.schedule(() -> runSafely(task), delayNanos, TimeUnit.NANOSECONDS));
    } catch (RejectedExecutionException e) {
      return new Timer(null);
    }
  }

  private static void runSafely(Runnable task) {
    try {
      task.run();
    } catch (RuntimeException e) {
      log.warn("Unexpected failure in a timer task", e);
    }
  }

  /** The same outcome, or a {@link TimeoutException}. */
  <T> CompletableFuture<T> within(Duration limit, CompletionStage<T> stage) {
    CompletableFuture<T> result = new CompletableFuture<>();
    Timer timer = schedule(
        () -> result.completeExceptionally(new TimeoutException("no answer within " + limit)),
        limit);
    stage.whenComplete((value, failure) -> {
      timer.cancel();
      if (failure != null) {
        result.completeExceptionally(failure);
      } else {
        result.complete(value);
      }
    });
    return result;
  }

  /** Waits for what is closing, closes what is still open, and our own threads. Bounded in time. */
  void close(List<? extends Future<?>> closing) {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(CLOSE_SECONDS);
    closing.forEach(one -> await(one, end - System.nanoTime()));
    await(client.shutdownAsync(0, CLOSE_SECONDS, TimeUnit.SECONDS));
    if (own != null) {
      own.close();
    } else {
      timers.shutdownNow();
    }
  }

  private static void await(Future<?> future) {
    await(future, TimeUnit.SECONDS.toNanos(CLOSE_SECONDS));
  }

  private static void await(Future<?> future, long nanos) {
    try {
      future.get(nanos, TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException | TimeoutException e) {
      log.debug("Closing was not clean", e);
    }
  }

  /** Something that is due later. */
  record Timer(@Nullable ScheduledFuture<?> future) {

    void cancel() {
      if (future != null) {
        future.cancel(false);
      }
    }
  }

  /**
   * Commands that several callers ask for at once go out in one write. After eight it writes at least: the
   * server then works on the first while we still encode the next.
   */
  private static final class FlushTogether implements NettyCustomizer {

    private static final int AT_MOST = 8;

    @Override
    public void afterChannelInitialized(Channel channel) {
      channel.pipeline().addFirst(new FlushConsolidationHandler(AT_MOST, true));
    }
  }

  private record OwnResources(ClientResources resources, DefaultEventLoopGroupProvider loops) {

    static OwnResources create() {
      DefaultEventLoopGroupProvider loops = new DefaultEventLoopGroupProvider(1);
      ClientResources resources = DefaultClientResources.builder()
          .eventLoopGroupProvider(loops)
          .computationThreadPoolSize(2)
          .commandLatencyRecorder(CommandLatencyRecorder.disabled())
          .nettyCustomizer(new FlushTogether())
          .build();
      return new OwnResources(resources, loops);
    }

    void close() {
      // One after the other: the event loops tell their end on the threads of the resources.
      await(loops.shutdown(0, CLOSE_SECONDS, TimeUnit.SECONDS));
      await(resources.shutdown(0, CLOSE_SECONDS, TimeUnit.SECONDS));
    }
  }
}
