package io.holdfast.lettuce;

import io.holdfast.ServerErrorException;
import io.holdfast.spi.Gateway;
import io.holdfast.spi.GatewayListener;
import io.holdfast.spi.GatewaySettings;
import io.holdfast.spi.ScriptCall;
import io.holdfast.spi.ScriptReply;
import io.holdfast.spi.ServerDescription;
import io.lettuce.core.RedisURI;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/** One server, or the primary among several: one link for commands, one for channels, one for what replicas acknowledge. */
final class SingleGateway implements Gateway, CommandLink.Observer {

  private final ClientHandle client;
  private final GatewayListener listener;
  private final CommandLink commands;
  private final AcknowledgedCalls acknowledged;
  private final PubSubLink channels;
  private final boolean sharded;
  private final @Nullable SentinelWatch watch;
  private final PendingCall.OnError onError = this::onError;
  private volatile ServerDescription server =
      new ServerDescription(ServerDescription.Kind.STANDALONE, "", false);

  private SingleGateway(ClientHandle client, Target target, GatewayListener listener) {
    this.client = client;
    this.listener = listener;
    this.watch = target.form() == Target.Form.SENTINEL
        ? new SentinelWatch(client, target.addresses().get(0), this::switched)
        : null;
    Route route = Route.primaryAmong(() -> addresses(target), target.display());
    this.sharded = client.settings().pubSub() == GatewaySettings.PubSub.SHARDED;
    this.commands = new CommandLink(client, route, this);
    this.acknowledged =
        new AcknowledgedCalls(client, route.copy(), (waiting, call, error) -> onError(call, error));
    this.channels = new PubSubLink(client, route.copy(), sharded, new PassedOn(listener));
  }

  private List<RedisURI> addresses(Target target) {
    return watch == null
        ? client.ours(target.addresses())
        : List.of(client.ours(target.addresses().get(0), watch.sentinels()));
  }

  /** Connects; closes the client if that fails. */
  static SingleGateway open(ClientHandle client, Target target, GatewayListener listener) {
    SingleGateway gateway = new SingleGateway(client, target, listener);
    SentinelWatch watch = gateway.watch;
    try {
      if (watch != null) {
        watch.learn();
      }
      gateway.commands.open().join();
      gateway.server = gateway.describe(target);
      if (watch != null) {
        watch.start();
      }
      return gateway;
    } catch (CompletionException e) {
      gateway.close();
      throw Failures.atConnect(target, e);
    } catch (RuntimeException e) {
      gateway.close();
      throw e;
    }
  }

  private ServerDescription describe(Target target) {
    String info = ServerProbe.info(commands).join();
    if (ServerProbe.isClusterNode(info)) {
      throw new ServerErrorException(
          target.display() + " is a node of a cluster: use redis-cluster://host:port,host:port",
          null);
    }
    ServerProbe.choosesSharded(commands, client.settings().pubSub(), false);
    return new ServerDescription(
        target.form() == Target.Form.SERVER
            ? ServerDescription.Kind.STANDALONE
            : ServerDescription.Kind.REPLICATED,
        ServerProbe.version(info),
        sharded,
        target.display());
  }

  @Override
  public ServerDescription server() {
    return server;
  }

  @Override
  public int partition(String key) {
    return 0;
  }

  @Override
  public CompletionStage<ScriptReply> run(ScriptCall call) {
    if (call.replicas() > 0) {
      AcknowledgedCall waiting = new AcknowledgedCall(call);
      acknowledged.run(waiting);
      return waiting;
    }
    PendingCall<ScriptReply> pending = PendingCall.script(call, onError);
    commands.send(pending);
    return pending;
  }

  /** A primary that became a replica: look for the new one. What it still says is heard: it is surely not done. */
  private boolean onError(PendingCall<?> call, String error) {
    if (error.startsWith("READONLY") && call.isOverTheCurrentConnection()) {
      String reason = "the server has become a read-only replica";
      commands.leave(commands.current(), reason);
      acknowledged.leave(reason);
      channels.reset(channels.current(), reason);
    }
    return false;
  }

  /** Whoever is connecting may be on the way to the old primary, which still takes itself for one. */
  private void switched() {
    String reason = "the sentinels have switched";
    commands.restart(reason);
    acknowledged.restart(reason);
    channels.restart(reason);
  }

  @Override
  public CompletionStage<Long> timeMicros() {
    return ServerProbe.timeMicros(commands);
  }

  @Override
  public void subscribe(String channel) {
    channels.add(channel);
  }

  @Override
  public void unsubscribe(String channel) {
    channels.remove(channel);
  }

  @Override
  public void close() {
    List<Future<?>> closing = new ArrayList<>(List.of(commands.close(), channels.close()));
    closing.addAll(acknowledged.close());
    if (watch != null) {
      closing.add(watch.close());
    }
    client.close(closing);
  }

  @Override
  public void connected(CommandLink link, boolean first) {
    if (!first) {
      listener.reconnected();
    }
  }

  @Override
  public void disconnected(CommandLink link) {
    // The calls in flight have failed; the link is opening the next connection.
  }
}
