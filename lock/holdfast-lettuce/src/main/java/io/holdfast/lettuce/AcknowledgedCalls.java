package io.holdfast.lettuce;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Calls to one server that its replicas are to acknowledge: a line for each number of replicas, because those who want
 * few must not wait for those who want more. This class is thread-safe.
 */
@SuppressWarnings("FutureReturnValueIgnored") // outcomes are handled in callbacks
final class AcknowledgedCalls {

  /** Told about error replies of scripts: nothing was done. */
  interface OnError {

    /**
     * Returns true to take over: whoever does completes the call.
     *
     * @param script as it was sent
     */
    boolean takes(AcknowledgedCall call, PendingCall<?> script, String error);
  }

  private final ClientHandle client;
  private final Route route;
  private final OnError onError;
  private final Map<Integer, AcknowledgedLine> lines = new ConcurrentHashMap<>();
  private boolean isClosed; // guarded by this

  AcknowledgedCalls(ClientHandle client, Route route, OnError onError) {
    this.client = client;
    this.route = route;
    this.onError = onError;
  }

  /** Sends a call as soon as there is a connection and no other WAIT is out on it. It ends within the command timeout. */
  void run(AcknowledgedCall call) {
    ClientHandle.Timer timer =
        client.schedule(() -> giveUp(call), client.settings().commandTimeout());
    call.whenComplete((reply, failure) -> timer.cancel());
    add(call);
  }

  /** As {@link #run}, for a call that another server has sent here; its time goes on. */
  void add(AcknowledgedCall call) {
    AcknowledgedLine line = line(call.call().replicas());
    if (line == null) {
      call.giveUp("not connected to " + route.display());
    } else {
      line.add(call);
    }
  }

  private synchronized @Nullable AcknowledgedLine line(int replicas) {
    return isClosed
        ? null
        : lines.computeIfAbsent(
            replicas, wanted -> new AcknowledgedLine(client, route.copy(), wanted, onError));
  }

  private void giveUp(AcknowledgedCall call) {
    call.giveUp("no reply from " + route.display() + " within "
        + client.settings().commandTimeout().toMillis() + " ms");
    lines.values().forEach(line -> line.forget(call));
  }

  /** As {@link Link#leave}. */
  void leave(String reason) {
    lines.values().forEach(line -> line.leave(reason));
  }

  /** As {@link Link#restart}. */
  void restart(String reason) {
    lines.values().forEach(line -> line.restart(reason));
  }

  List<CompletableFuture<Void>> close() {
    synchronized (this) {
      isClosed = true;
    }
    return lines.values().stream().map(AcknowledgedLine::close).toList();
  }
}
