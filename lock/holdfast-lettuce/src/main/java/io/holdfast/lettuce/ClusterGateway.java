package io.holdfast.lettuce;

import io.holdfast.spi.Gateway;
import io.holdfast.spi.GatewayListener;
import io.holdfast.spi.NoReplyException;
import io.holdfast.spi.ScriptCall;
import io.holdfast.spi.ScriptReply;
import io.holdfast.spi.ServerDescription;
import io.lettuce.core.protocol.CommandType;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/**
 * A cluster. Calls go to the node that has the slot of their first key; {@code MOVED} and {@code ASK}
 * replies are followed: they are errors, so nothing was done yet.
 */
@SuppressWarnings("FutureReturnValueIgnored") // outcomes are handled in callbacks
final class ClusterGateway implements Gateway, ClusterNodes.Observer {

  private final ClientHandle client;
  private final Target target;
  private final GatewayListener listener;
  private final ClusterNodes nodes;
  private final ClusterAcknowledgedCalls acknowledged;
  private final PendingCall.OnError onError = this::onError;
  private volatile @Nullable Channels channels;
  private volatile ServerDescription server =
      new ServerDescription(ServerDescription.Kind.CLUSTER, "", false);

  private ClusterGateway(ClientHandle client, Target target, GatewayListener listener) {
    this.client = client;
    this.target = target;
    this.listener = listener;
    this.nodes = new ClusterNodes(client, target, this);
    this.acknowledged = new ClusterAcknowledgedCalls(client, nodes);
  }

  /** Connects; closes the client if that fails. */
  static ClusterGateway open(ClientHandle client, Target target, GatewayListener listener) {
    ClusterGateway gateway = new ClusterGateway(client, target, listener);
    try {
      gateway.nodes.open();
      gateway.describe();
      return gateway;
    } catch (CompletionException e) {
      gateway.close();
      throw Failures.atConnect(target, e);
    } catch (RuntimeException e) {
      gateway.close();
      throw e;
    }
  }

  private void describe() {
    CommandLink any = nodes.any();
    if (any == null) {
      throw new CompletionException(new NoReplyException("connection lost", false, null));
    }
    boolean sharded = ServerProbe.choosesSharded(any, client.settings().pubSub(), true);
    channels = sharded
        ? new ShardedChannels(client, nodes, listener)
        : new BroadcastChannels(client, nodes, listener, target.display());
    String version = ServerProbe.version(ServerProbe.info(any).join());
    server =
        new ServerDescription(ServerDescription.Kind.CLUSTER, version, sharded, target.display());
  }

  @Override
  public ServerDescription server() {
    return server;
  }

  @Override
  public int partition(String key) {
    return SlotMap.slot(key);
  }

  @Override
  public CompletionStage<ScriptReply> run(ScriptCall call) {
    if (call.replicas() > 0) {
      return acknowledged.run(call);
    }
    PendingCall<ScriptReply> pending = PendingCall.script(call, onError);
    send(
        pending,
        call.keys().isEmpty()
            ? nodes.any()
            : nodes.owner(SlotMap.slot(call.keys().get(0))));
    return pending;
  }

  private void send(PendingCall<?> pending, @Nullable CommandLink link) {
    if (link == null) {
      nodes.refreshSoon();
      pending.completeExceptionally(
          new NoReplyException("no node of " + target.display() + " has the slot", false, null));
    } else {
      link.send(pending);
    }
  }

  private boolean onError(PendingCall<?> call, String error) {
    nodes.learnFrom(error);
    Redirect redirect = Redirect.of(error, call.redirects());
    if (redirect == null) {
      return false;
    }
    sendOn(call, nodes.at(redirect.address()), !redirect.isMoved());
    return true;
  }

  /*
   * ASKING counts for the next command of the connection. Another thread's call may slip in between: then
   * ours is answered with MOVED and goes round once more.
   */
  private static void sendOn(PendingCall<?> call, CommandLink link, boolean asking) {
    link.ready().thenRun(() -> {
      if (call.isDone()) {
        return; // given up in the meantime: must not be sent late
      }
      if (asking) {
        ServerProbe.ask(link, reply -> true, CommandType.ASKING);
      }
      link.send(call.again());
    });
  }

  @Override
  public CompletionStage<Long> timeMicros() {
    CommandLink any = nodes.any();
    return any == null
        ? CompletableFuture.failedFuture(
            new NoReplyException("not connected to " + target.display(), false, null))
        : ServerProbe.timeMicros(any);
  }

  @Override
  public void subscribe(String channel) {
    Channels now = channels;
    if (now != null) {
      now.add(channel);
    }
  }

  @Override
  public void unsubscribe(String channel) {
    Channels now = channels;
    if (now != null) {
      now.remove(channel);
    }
  }

  @Override
  public void close() {
    List<Future<?>> closing = new ArrayList<>(nodes.close());
    closing.addAll(acknowledged.close());
    Channels now = channels;
    if (now != null) {
      closing.addAll(now.close());
    }
    client.close(closing);
  }

  @Override
  public void topologyChanged() {
    acknowledged.topologyChanged();
    Channels now = channels;
    if (now != null) {
      now.topologyChanged();
    }
    listener.reconnected();
  }

  @Override
  public void reconnected() {
    listener.reconnected();
  }
}
