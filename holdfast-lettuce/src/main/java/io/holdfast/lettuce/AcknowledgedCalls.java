package io.holdfast.lettuce;

import io.holdfast.spi.ErrorReplyException;
import io.holdfast.spi.ScriptReply;
import io.lettuce.core.protocol.CommandType;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Calls to one server that its replicas are to acknowledge. {@code WAIT} blocks its connection and counts the writes
 * of its own connection only, so these calls have one of their own, opened when the first of them comes. This class
 * is thread-safe.
 */
@SuppressWarnings("FutureReturnValueIgnored") // outcomes are handled in callbacks
final class AcknowledgedCalls implements CommandLink.Observer {

  /*
   *   calls      a  b  c                d
   *              |  '--'                |
   *   sent    a WAIT ......| b c WAIT ......| d WAIT ....
   *                        ^ answered, or its time is over
   *
   * While one WAIT is out, calls collect, and go together with the next: one WAIT answers for all that was written
   * before it. So a call waits for two of them at most, whatever the others want. Scripts and their WAIT always go
   * over the same socket: on another one, WAIT knows of no writes and answers that all replicas have them.
   */

  /** Told about error replies of scripts: nothing was done. */
  interface OnError {

    /**
     * Returns true to take over: whoever does completes the call.
     *
     * @param script as it was sent
     */
    boolean takes(AcknowledgedCall call, PendingCall<?> script, String error);
  }

  /** What WAIT said: how many, or why that is not known. */
  private record Count(int replicas, @Nullable String shortage) {}

  private final ClientHandle client;
  private final CommandLink link;
  private final OnError onError;
  private final Deque<AcknowledgedCall> collected = new ArrayDeque<>();
  private boolean isWaiting; // this and the next: guarded by this
  private boolean isClosed;

  AcknowledgedCalls(ClientHandle client, Route route, OnError onError) {
    this.client = client;
    this.link = new CommandLink(client, route, this);
    this.onError = onError;
  }

  /** Sends a call as soon as there is a connection and no other WAIT is out. It ends within the command timeout. */
  void run(AcknowledgedCall call) {
    ClientHandle.Timer timer =
        client.schedule(() -> giveUp(call), client.settings().commandTimeout());
    call.whenComplete((reply, failure) -> timer.cancel());
    add(call);
  }

  /** As {@link #run}, for a call that another server has sent here; its time goes on. */
  void add(AcknowledgedCall call) {
    boolean tooLate;
    synchronized (this) {
      tooLate = isClosed;
      if (!tooLate) {
        collected.add(call);
      }
    }
    if (tooLate) {
      call.giveUp("not connected to " + link.route().display());
    } else {
      link.start();
      next();
    }
  }

  private void giveUp(AcknowledgedCall call) {
    synchronized (this) {
      collected.remove(call); // must not be sent late
    }
    call.giveUp("no reply from " + link.route().display() + " within "
        + client.settings().commandTimeout().toMillis() + " ms");
  }

  private void next() {
    List<AcknowledgedCall> batch = new ArrayList<>();
    synchronized (this) {
      if (isWaiting || !link.isUp()) {
        return;
      }
      for (Iterator<AcknowledgedCall> all = collected.iterator(); all.hasNext(); ) {
        AcknowledgedCall call = all.next();
        if (call.isDone()) {
          all.remove();
        } else {
          all.remove();
          call.sending();
          batch.add(call);
        }
      }
      isWaiting = !batch.isEmpty();
    }
    if (!batch.isEmpty()) {
      send(batch);
    }
  }

  /** One wait serves all: for the most replicas and the longest time that any of them wants; each counts for itself. */
  private void send(List<AcknowledgedCall> batch) {
    int replicas = 0;
    long waitMillis = 0;
    for (AcknowledgedCall call : batch) {
      replicas = Math.max(replicas, call.call().replicas());
      waitMillis = Math.max(waitMillis, call.call().waitMillis());
    }
    PendingCall<Count> wait = new PendingCall<>(
        Request.plain(CommandType.WAIT, Integer.toString(replicas), Long.toString(waitMillis)),
        AcknowledgedCalls::count,
        (call, error) -> false);
    CompletableFuture<Count> count = wait.exceptionally(AcknowledgedCalls::uncounted);
    List<PendingCall<?>> together = new ArrayList<>();
    for (AcknowledgedCall call : batch) {
      if (call.isAsking()) {
        together.add(new PendingCall<>(
            Request.plain(CommandType.ASKING), reply -> true, (asking, error) -> false));
      }
      PendingCall<ScriptReply> script = PendingCall.script(call.call(), (unused, error) -> false);
      script.whenComplete((reply, failure) -> {
        if (failure != null) {
          failed(call, script, failure);
        } else {
          count.thenAccept(known -> call.complete(
              new ScriptReply(reply.value(), false, known.replicas(), known.shortage())));
        }
      });
      together.add(script);
    }
    together.add(wait);
    count.thenRun(() -> {
      synchronized (this) {
        isWaiting = false;
      }
      next();
    });
    link.sendTogether(together);
  }

  private void failed(AcknowledgedCall call, PendingCall<?> script, Throwable failure) {
    if (failure instanceof ErrorReplyException error
        && !call.isDone()
        && onError.takes(call, script, String.valueOf(error.getMessage()))) {
      return;
    }
    call.completeExceptionally(failure);
  }

  private static Count count(@Nullable Object reply) {
    return new Count(Math.toIntExact(Long.parseLong(String.valueOf(reply))), null);
  }

  private static Count uncounted(Throwable failure) {
    return new Count(0, Failures.describe(failure));
  }

  /** As {@link Link#leave}. */
  void leave(String reason) {
    link.leave(link.current(), reason);
  }

  /** As {@link Link#restart}. */
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
