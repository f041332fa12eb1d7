package io.holdfast.verification.simulation;

import io.holdfast.spi.ErrorReplyException;
import io.holdfast.spi.Gateway;
import io.holdfast.spi.GatewayListener;
import io.holdfast.spi.ScriptCall;
import io.holdfast.spi.ScriptReply;
import io.holdfast.spi.ServerDescription;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** A gateway over simulated connections. While it is short-circuited, at connect and close, calls are answered at once. */
final class SimulatedGateway implements Gateway {

  private final Network network;
  private final CommandLink commands;
  private final PubSubLink messages;
  private final Set<String> holders = new HashSet<>();
  private final Map<String, String> latest = new HashMap<>();
  private boolean isShort = true;

  SimulatedGateway(
      Network network,
      SimulatedProcess process,
      Duration commandTimeout,
      GatewayListener listener) {
    this.network = network;
    this.commands =
        new CommandLink(network, process, commandTimeout.toNanos(), listener::reconnected);
    this.messages = new PubSubLink(network, process, listener);
  }

  @Override
  public ServerDescription server() {
    return new ServerDescription(ServerDescription.Kind.STANDALONE, "simulated", false);
  }

  @Override
  public int partition(String key) {
    return 0;
  }

  @Override
  public CompletionStage<ScriptReply> run(ScriptCall call) {
    if (ScriptCatalogue.nameOf(call.source()).equals("acquire")) {
      holders.add(call.arguments().get(0));
      latest.put(call.keys().get(0), call.arguments().get(0));
    }
    return isShort ? runNow(call) : commands.send(call);
  }

  private CompletionStage<ScriptReply> runNow(ScriptCall call) {
    try {
      return CompletableFuture.completedFuture(new ScriptReply(network.server().call(call), false));
    } catch (ErrorReplyException e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  @Override
  public CompletionStage<Long> timeMicros() {
    return CompletableFuture.completedFuture(network.server().timeMicros());
  }

  @Override
  public void subscribe(String channel) {
    messages.subscribe(channel);
  }

  @Override
  public void unsubscribe(String channel) {
    messages.unsubscribe(channel);
  }

  @Override
  public void close() {
    messages.hangUp(0);
  }

  // ---- what the simulation does

  void shortCircuit(boolean on) {
    isShort = on;
  }

  CommandLink commands() {
    return commands;
  }

  PubSubLink messages() {
    return messages;
  }

  /** Whether that holder asked through this gateway. */
  boolean knows(String holder) {
    return holders.contains(holder);
  }

  /** Whether no later holder has asked for that lock through this gateway. */
  boolean isLatest(String lockName, String holder) {
    return holder.equals(latest.get(lockName));
  }
}
