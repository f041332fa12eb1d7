package io.holdfast.verification.simulation;

import io.holdfast.spi.ErrorReplyException;
import io.holdfast.spi.Gateway;
import io.holdfast.spi.GatewayListener;
import io.holdfast.spi.ScriptCall;
import io.holdfast.spi.ScriptReply;
import io.holdfast.spi.ServerDescription;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** A gateway over simulated connections. While it is short-circuited, at connect and close, calls are answered at once. */
final class SimulatedGateway implements Gateway {

  private static final long NOT_STUCK = -1;

  private final Network network;
  private final CommandLink commands;
  private final PubSubLink messages;
  private final Set<String> holders = new HashSet<>();
  private final Map<String, String> latest = new HashMap<>();
  private boolean isShort = true;
  private long stuckNanos = NOT_STUCK;

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
    if (!isShort) {
      return commands.send(call);
    }
    return stuckNanos < 0 ? runNow(call) : commands.sendIntoTheVoid(call, stuckNanos);
  }

  private CompletionStage<ScriptReply> runNow(ScriptCall call) {
    try {
      return CompletableFuture.completedFuture(
          new ScriptReply(network.server().call(inTime(call)), false));
    } catch (ErrorReplyException e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  /** What is answered at once is never late, whatever the clocks say: nobody could wait for another try. */
  private static ScriptCall inTime(ScriptCall call) {
    if (!ScriptCatalogue.nameOf(call.source()).equals("acquire")) {
      return call;
    }
    List<String> arguments = new ArrayList<>(call.arguments());
    arguments.set(3, String.valueOf(Long.MAX_VALUE));
    return new ScriptCall(call.source(), call.sha(), call.bySha(), call.keys(), arguments);
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
    stuckNanos = NOT_STUCK;
  }

  /** While it is short-circuited: requests run after that time, and their replies are lost. */
  void cutOff(long stuckForNanos) {
    stuckNanos = stuckForNanos;
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

  /** The holder that asked last for that lock through this gateway; empty if none did. */
  String latest(String lockName) {
    return latest.getOrDefault(lockName, "");
  }

  /** Whether no later holder has asked for that lock through this gateway. */
  boolean isLatest(String lockName, String holder) {
    return holder.equals(latest(lockName));
  }
}
