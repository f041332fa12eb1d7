package io.holdfast.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.spi.ErrorReplyException;
import io.holdfast.spi.Gateway;
import io.holdfast.spi.GatewayFactory;
import io.holdfast.spi.GatewayListener;
import io.holdfast.spi.ScriptCall;
import io.holdfast.spi.ScriptReply;
import io.holdfast.spi.ServerDescription;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * A gateway without a server: the test sees each call as it is sent and answers it, in any order and
 * at any time. The probe at connect is answered by itself. Thread-safe.
 */
public final class PlayedGateway implements Gateway {

  private static final Map<String, String> KINDS = kinds();

  private final PlayedTicker ticker;
  private final ServerDescription server;
  private final ToIntFunction<String> partition;
  private final List<PlayedCall> open = new ArrayList<>();
  private final List<String> log = new ArrayList<>();
  private int beingAnswered;
  private final Deque<Object> probeReplies = new ArrayDeque<>();
  private boolean acknowledgesAtOnce;
  private @Nullable Function<ScriptCall, @Nullable RuntimeException> breaker;
  private @Nullable Error nextError;
  private @Nullable GatewayListener listener;

  public PlayedGateway(
      PlayedTicker ticker, ServerDescription server, ToIntFunction<String> partition) {
    this.ticker = ticker;
    this.server = server;
    this.partition = partition;
  }

  private static Map<String, String> kinds() {
    Map<String, String> kinds = new HashMap<>();
    for (String kind :
        List.of("acquire", "renew", "release", "yield", "force", "inspect", "probe")) {
      String file = "/io/holdfast/internal/protocol/" + kind + ".lua";
      try (InputStream in = PlayedGateway.class.getResourceAsStream(file)) {
        assertThat(in).as(file).isNotNull();
        kinds.put(new String(in.readAllBytes(), StandardCharsets.UTF_8), kind);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return kinds;
  }

  GatewayFactory factory() {
    return (settings, told) -> {
      listener = told;
      return this;
    };
  }

  /** What the probes get, one after the other; the last one goes on. */
  synchronized void probeAnswers(List<Object> replies) {
    probeReplies.addAll(replies);
  }

  // ---- what the engine calls

  @Override
  public ServerDescription server() {
    return server;
  }

  @Override
  public int partition(String key) {
    return partition.applyAsInt(key);
  }

  @Override
  public synchronized CompletionStage<ScriptReply> run(ScriptCall call) {
    String kind = KINDS.getOrDefault(call.source(), "unknown script");
    if (kind.equals("probe") && call.bySha()) {
      return CompletableFuture.failedFuture(
          new ErrorReplyException("NOSCRIPT No matching script."));
    }
    if (kind.equals("probe")) {
      Object probeReply = probeReplies.size() > 1 ? probeReplies.remove() : probeReplies.element();
      return probeReply instanceof RuntimeException failure
          ? CompletableFuture.failedFuture(failure)
          : CompletableFuture.completedFuture(new ScriptReply(probeReply, false));
    }
    Error planned = nextError;
    if (planned != null) {
      nextError = null;
      throw planned;
    }
    if (breaker != null) {
      RuntimeException failure = breaker.apply(call);
      if (failure != null) {
        throw failure;
      }
    }
    PlayedCall sent = new PlayedCall(kind, call, ticker);
    open.add(sent);
    log.add(sent.toString());
    return sent.reply();
  }

  @Override
  public CompletionStage<Long> timeMicros() {
    return CompletableFuture.completedFuture(ticker.serverMicros());
  }

  @Override
  public synchronized void subscribe(String channel) {
    log.add("subscribe " + channel);
    if (acknowledgesAtOnce) {
      told().subscribed(channel);
    }
  }

  @Override
  public synchronized void unsubscribe(String channel) {
    log.add("unsubscribe " + channel);
  }

  @Override
  public synchronized void close() {
    log.add("close");
  }

  // ---- what the test does

  /** The oldest unanswered call, which must be of that kind. */
  public synchronized PlayedCall take(String kind) {
    assertThat(open).as("open calls; all so far: %s", log).isNotEmpty();
    PlayedCall first = open.get(0);
    assertThat(first.kind()).as("oldest of the open calls %s", open).isEqualTo(kind);
    open.remove(0);
    return first;
  }

  /** The next request ends with that, inside of us. */
  synchronized void failNext(Error error) {
    nextError = error;
  }

  /** As {@link #take}, for a call that another thread makes. */
  synchronized PlayedCall await(String kind) throws InterruptedException {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
    while (open.isEmpty() && end - System.nanoTime() > 0) {
      wait(100);
    }
    return take(kind);
  }

  /** The oldest unanswered call of that kind, whatever stands before it. */
  public synchronized PlayedCall pick(String kind) {
    for (Iterator<PlayedCall> all = open.iterator(); all.hasNext(); ) {
      PlayedCall call = all.next();
      if (call.kind().equals(kind)) {
        all.remove();
        return call;
      }
    }
    throw new AssertionError("no open " + kind + " among " + open + "; all so far: " + log);
  }

  /** The oldest unanswered call, if there is one; {@link #answered} is called afterwards. */
  synchronized @Nullable PlayedCall poll() {
    if (open.isEmpty()) {
      return null;
    }
    beingAnswered++;
    return open.remove(0);
  }

  synchronized void answered() {
    beingAnswered--;
  }

  synchronized boolean isSettled() {
    return open.isEmpty() && beingAnswered == 0;
  }

  /** Nothing waits for an answer. */
  public synchronized void quiet() {
    assertThat(open).as("open calls; all so far: %s", log).isEmpty();
  }

  public synchronized int open() {
    return open.size();
  }

  /** Everything sent so far, in order: {@code acquire name}, {@code subscribe channel}, … */
  public synchronized List<String> log() {
    return List.copyOf(log);
  }

  public synchronized void forgetLog() {
    log.clear();
  }

  /** From now on {@link #run} throws what the function gives, if it gives anything. */
  public synchronized void breakBy(@Nullable Function<ScriptCall, @Nullable RuntimeException> by) {
    breaker = by;
  }

  /** From now on the acknowledgement arrives while {@link #subscribe} still runs. */
  public synchronized void acknowledgeAtOnce() {
    acknowledgesAtOnce = true;
  }

  public void message(String lockName) {
    told().message(channel(lockName), "0");
  }

  public void acknowledge(String lockName) {
    told().subscribed(channel(lockName));
  }

  public void unsubscribed(String lockName) {
    told().unsubscribed(channel(lockName));
  }

  public void reconnect() {
    told().reconnected();
  }

  static String channel(String lockName) {
    return "redisson_lock__channel:" + (lockName.contains("{") ? lockName : "{" + lockName + "}");
  }

  private GatewayListener told() {
    GatewayListener known = listener;
    if (known == null) {
      throw new AssertionError("the gateway was not opened");
    }
    return known;
  }
}
