package io.holdfast.lettuce;

import io.holdfast.spi.ErrorReplyException;
import io.holdfast.spi.ScriptReply;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.protocol.CommandType;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Calls that so many replicas of one server are to acknowledge. {@code WAIT} blocks its connection and counts the
 * writes of its own connection only, so these calls have one of their own, opened when the first of them comes. This
 * class is thread-safe.
 */
@SuppressWarnings("FutureReturnValueIgnored") // outcomes are handled in callbacks
final class AcknowledgedLine implements CommandLink.Observer {

  /*
   *   calls     a b        c  d                     e
   *             | |        '--'                     |
   *   sent      a b   WAIT ......| c d   WAIT ......| e   WAIT ....
   *                 ^ a, b answered    ^            ^ enough replicas, or their time is over
   *
   * WAIT answers for all that was written before it. It is sent when the scripts of a round have been answered; calls
   * that come meanwhile collect for the next round. So a call waits for two of them at most. Scripts and their WAIT
   * always go over the same socket: on another one, WAIT knows of no writes and answers that all replicas have them.
   */

  /** What goes over one connection up to the end of its WAIT. Guarded by the line. */
  private static final class Round {

    final StatefulRedisConnection<String, String> connection;
    final List<Written> written = new ArrayList<>();
    int unanswered;

    Round(StatefulRedisConnection<String, String> connection) {
      this.connection = connection;
    }
  }

  /** A script that was answered, and is to be acknowledged. */
  private record Written(AcknowledgedCall call, @Nullable Object value) {

    void acknowledged(Count count) {
      call.complete(new ScriptReply(value, false, count.replicas(), count.shortage()));
    }
  }

  /** What WAIT said: how many, or why that is not known. */
  private record Count(int replicas, @Nullable String shortage) {}

  private final int replicas;
  private final CommandLink link;
  private final AcknowledgedCalls.OnError onError;
  private final Deque<AcknowledgedCall> collected = new ArrayDeque<>();
  private @Nullable Round round; // this and the next: guarded by this
  private boolean isClosed;

  AcknowledgedLine(
      ClientHandle client, Route route, int replicas, AcknowledgedCalls.OnError onError) {
    this.replicas = replicas;
    this.link = new CommandLink(client, route, this);
    this.onError = onError;
  }

  void add(AcknowledgedCall call) {
    boolean tooLate;
    synchronized (this) {
      tooLate = isClosed;
      if (!tooLate) {
        collected.add(call);
      }
    }
    if (tooLate) {
      call.giveUp("not connected to " + link.route().display() + ": closed");
    } else {
      link.start();
      next();
    }
  }

  /** It was given up. */
  synchronized void forget(AcknowledgedCall call) {
    collected.remove(call);
  }

  // ---- scripts

  private void next() {
    Round now;
    List<AcknowledgedCall> sending = new ArrayList<>();
    synchronized (this) {
      StatefulRedisConnection<String, String> connection = link.current();
      if (connection == null) {
        return;
      }
      now = round;
      if (now == null || now.connection != connection) {
        now = new Round(connection);
        round = now;
      }
      if (!now.written.isEmpty()) {
        return; // they are waited for
      }
      AcknowledgedCall call;
      while ((call = collected.poll()) != null) {
        if (call.isToBeSent()) {
          sending.add(call);
        }
      }
      now.unanswered += sending.size();
    }
    for (AcknowledgedCall call : sending) {
      send(call, now);
    }
  }

  private void send(AcknowledgedCall call, Round in) {
    PendingCall<ScriptReply> script = PendingCall.script(call.request(), (unused, error) -> false);
    script.whenComplete((reply, failure) -> answered(call, script, in, reply, failure));
    if (call.isAsking()) {
      send(
          new PendingCall<>(
              Request.plain(CommandType.ASKING), reply -> true, (asking, error) -> false),
          in);
    }
    send(script, in);
  }

  /** Whatever happens, the call ends: the round waits for it. */
  private void send(PendingCall<?> call, Round in) {
    try {
      link.send(call, in.connection);
    } catch (Throwable e) { // out of memory, or at the end of the caller's stack
      call.completeExceptionally(e);
    }
  }

  private void answered(
      AcknowledgedCall call,
      PendingCall<?> script,
      Round in,
      @Nullable ScriptReply reply,
      @Nullable Throwable failure) {
    boolean hasWritten = reply != null && call.call().wrote().test(reply.value());
    boolean isComplete;
    synchronized (this) {
      in.unanswered--;
      if (reply != null && hasWritten) {
        in.written.add(new Written(call, reply.value()));
      }
      isComplete = in.unanswered == 0 && !in.written.isEmpty();
    }
    if (failure != null) {
      failed(call, script, failure);
    } else if (!hasWritten) {
      call.complete(reply);
    }
    if (isComplete) {
      await(in);
    }
  }

  private void failed(AcknowledgedCall call, PendingCall<?> script, Throwable failure) {
    if (failure instanceof ErrorReplyException error
        && !call.isDone()
        && onError.takes(call, script, String.valueOf(error.getMessage()))) {
      return;
    }
    call.completeExceptionally(failure);
  }

  // ---- and their WAIT

  /** One behind the other for those who have different times: each is told when its own is over. */
  private void await(Round in) {
    TreeMap<Long, List<Written>> byTime = new TreeMap<>();
    for (Written one : in.written) {
      byTime
          .computeIfAbsent(one.call().call().waitMillis(), time -> new ArrayList<>())
          .add(one);
    }
    long soFar = 0;
    for (Map.Entry<Long, List<Written>> group : byTime.entrySet()) {
      long time = group.getKey();
      PendingCall<Count> wait = new PendingCall<>(
          Request.plain(CommandType.WAIT, Integer.toString(replicas), Long.toString(time - soFar)),
          AcknowledgedLine::count,
          (call, error) -> false);
      soFar = time;
      boolean isLast = time == byTime.lastKey();
      wait.exceptionally(AcknowledgedLine::uncounted).thenAccept(count -> {
        if (isLast) {
          end(in);
        }
        group.getValue().forEach(one -> one.acknowledged(count));
      });
      send(wait, in);
    }
  }

  private void end(Round ended) {
    synchronized (this) {
      if (round == ended) {
        round = null;
      }
    }
    next();
  }

  private static Count count(@Nullable Object reply) {
    return new Count(Math.toIntExact(Long.parseLong(String.valueOf(reply))), null);
  }

  private static Count uncounted(Throwable failure) {
    return new Count(0, Failures.describe(failure));
  }

  // ---- the connection

  void leave(String reason) {
    link.leave(link.current(), reason);
  }

  void restart(String reason) {
    link.restart(reason);
  }

  CompletableFuture<Void> close() {
    List<AcknowledgedCall> unsent;
    synchronized (this) {
      isClosed = true;
      unsent = List.copyOf(collected);
      collected.clear();
    }
    unsent.forEach(call -> call.giveUp("not connected to " + link.route().display() + ": closed"));
    return link.close();
  }

  @Override
  public void connected(CommandLink connected, boolean first) {
    next();
  }

  @Override
  public void disconnected(CommandLink disconnected) {
    // What was in flight has failed; what has collected goes with the next connection, if that
    // comes in time.
  }
}
