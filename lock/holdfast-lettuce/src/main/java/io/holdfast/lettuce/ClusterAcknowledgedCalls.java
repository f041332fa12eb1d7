package io.holdfast.lettuce;

import io.holdfast.spi.NoReplyException;
import io.holdfast.spi.ScriptCall;
import io.holdfast.spi.ScriptReply;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The {@link AcknowledgedCalls} of a cluster, to every primary that was asked for one. This class is thread-safe. */
@SuppressWarnings("FutureReturnValueIgnored") // outcomes are handled in callbacks
final class ClusterAcknowledgedCalls {

  private final ClientHandle client;
  private final ClusterNodes nodes;
  private final Map<String, AcknowledgedCalls> byAddress = new ConcurrentHashMap<>();
  private final Set<AcknowledgedCalls> leaving = ConcurrentHashMap.newKeySet();
  private boolean isClosed; // guarded by this

  ClusterAcknowledgedCalls(ClientHandle client, ClusterNodes nodes) {
    this.client = client;
    this.nodes = nodes;
  }

  CompletableFuture<ScriptReply> run(ScriptCall call) {
    String owner = nodes.slots().owner(SlotMap.slot(call.keys().get(0)));
    AcknowledgedCalls calls = owner == null ? null : at(owner);
    if (calls == null) {
      nodes.refreshSoon();
      return CompletableFuture.failedFuture(new NoReplyException(
          "no node has the slot of '" + call.keys().get(0) + "'", false, null));
    }
    AcknowledgedCall pending = new AcknowledgedCall(call);
    calls.run(pending);
    return pending;
  }

  private synchronized @Nullable AcknowledgedCalls at(String address) {
    return isClosed
        ? null
        : byAddress.computeIfAbsent(
            address,
            node -> new AcknowledgedCalls(
                client,
                Route.node(nodes.uri(node), node),
                (call, script, error) -> onError(call, error)));
  }

  /** As the ordinary calls do it: see {@link ClusterGateway}. */
  private boolean onError(AcknowledgedCall call, String error) {
    nodes.learnFrom(error);
    Redirect redirect = Redirect.of(error, call.redirects());
    AcknowledgedCalls calls = redirect == null ? null : at(redirect.address());
    if (redirect == null || calls == null) {
      return false;
    }
    call.redirected(!redirect.isMoved());
    calls.add(call);
    return true;
  }

  /** Nodes that have no slots any more are left as soon as what is in flight must have been answered. */
  void topologyChanged() {
    Set<String> primaries = nodes.slots().primaries();
    byAddress.forEach((address, calls) -> {
      if (!primaries.contains(address) && byAddress.remove(address, calls)) {
        leaving.add(calls);
        client.schedule(
            () -> {
              leaving.remove(calls);
              calls.close();
            },
            client.settings().commandTimeout());
      }
    });
  }

  List<? extends Future<?>> close() {
    synchronized (this) {
      isClosed = true;
    }
    return Stream.concat(byAddress.values().stream(), leaving.stream())
        .flatMap(calls -> calls.close().stream())
        .toList();
  }
}
