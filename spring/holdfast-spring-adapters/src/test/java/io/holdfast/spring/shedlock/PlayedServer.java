package io.holdfast.spring.shedlock;

import io.holdfast.spi.ErrorReplyException;
import io.holdfast.spi.Gateway;
import io.holdfast.spi.NoReplyException;
import io.holdfast.spi.ScriptCall;
import io.holdfast.spi.ScriptReply;
import io.holdfast.spi.ServerDescription;
import io.holdfast.testkit.ManualTicker;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * A server of one lock, in a time of its own: what is sent arrives and is answered as late as the test
 * says, and the clocks move on by that much. Not thread-safe.
 */
final class PlayedServer implements Gateway {

  /** What becomes of a renewal. */
  enum Fate {
    ANSWERED,
    DONE_WITHOUT_ANSWER,
    NEITHER,
    REFUSED
  }

  private final ManualTicker clocks;
  private Duration there = Duration.ZERO;
  private Duration back = Duration.ZERO;
  private Fate renewals = Fate.ANSWERED;
  private @Nullable String holder;
  private long endsMillis;

  PlayedServer(ManualTicker clocks) {
    this.clocks = clocks;
  }

  /** Requests take that long, answers that long; and that becomes of renewals. */
  void disturbed(Duration requests, Duration answers, Fate ofRenewals) {
    there = requests;
    back = answers;
    renewals = ofRenewals;
  }

  /** Everything is answered at once. */
  void undisturbed() {
    disturbed(Duration.ZERO, Duration.ZERO, Fate.ANSWERED);
  }

  /** When the lock was or will be free, by the wall clock. */
  long endsMillis() {
    return endsMillis;
  }

  /** Somebody deletes the key. */
  void delete() {
    holder = null;
    endsMillis = clocks.wallMillis();
  }

  @Override
  public CompletionStage<ScriptReply> run(ScriptCall call) {
    if (call.keys().get(0).startsWith("holdfast:probe")) {
      return CompletableFuture.completedFuture(new ScriptReply(List.of(), false));
    }
    List<String> arguments = call.arguments();
    clocks.advance(there);
    if (endsMillis <= clocks.wallMillis()) {
      holder = null;
    }
    return switch (arguments.get(1)) {
      case "set", "extend" -> renew(Long.parseLong(arguments.get(0)), arguments.get(2));
      case "PUBLISH" -> release(arguments.get(0));
      default -> acquire(arguments.get(0), Long.parseLong(arguments.get(1)));
    };
  }

  private CompletionStage<ScriptReply> acquire(String asking, long leaseMillis) {
    long micros = clocks.wallMillis() * 1_000;
    if (holder != null) {
      return answer(List.of(0L, endsMillis - clocks.wallMillis(), 0L));
    }
    holder = asking;
    endsMillis = clocks.wallMillis() + leaseMillis;
    return answer(List.of(1L, micros, micros));
  }

  private CompletionStage<ScriptReply> renew(long leaseMillis, String asking) {
    if (renewals == Fate.REFUSED) {
      return CompletableFuture.failedFuture(new ErrorReplyException("NOPERM not for this user"));
    }
    boolean isHis = asking.equals(holder);
    if (isHis && renewals != Fate.NEITHER) {
      endsMillis = clocks.wallMillis() + leaseMillis;
    }
    return renewals == Fate.ANSWERED ? answer(List.of(isHis ? 1L : 0L)) : silence();
  }

  private CompletionStage<ScriptReply> release(String asking) {
    if (!asking.equals(holder)) {
      return answer(0L);
    }
    delete();
    return answer(1L);
  }

  private CompletionStage<ScriptReply> answer(Object value) {
    clocks.advance(back);
    return CompletableFuture.completedFuture(new ScriptReply(value, false));
  }

  private CompletionStage<ScriptReply> silence() {
    clocks.advance(back);
    return CompletableFuture.failedFuture(new NoReplyException("no reply", true, null));
  }

  @Override
  public ServerDescription server() {
    return new ServerDescription(ServerDescription.Kind.STANDALONE, "played", false);
  }

  @Override
  public int partition(String key) {
    return 0;
  }

  @Override
  public CompletionStage<Long> timeMicros() {
    return CompletableFuture.completedFuture(clocks.wallMillis() * 1_000);
  }

  @Override
  public void subscribe(String channel) {}

  @Override
  public void unsubscribe(String channel) {}

  @Override
  public void close() {}
}
