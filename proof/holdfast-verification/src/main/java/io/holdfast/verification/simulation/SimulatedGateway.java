package io.holdfast.verification.simulation;

import io.holdfast.spi.ErrorReplyException;
import io.holdfast.spi.Gateway;
import io.holdfast.spi.GatewayListener;
import io.holdfast.spi.ScriptCall;
import io.holdfast.spi.ScriptReply;
import io.holdfast.spi.ServerDescription;
import io.holdfast.testkit.memory.ScriptCatalogue;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BiConsumer;

/** A gateway over simulated connections. While it is short-circuited, at connect and close, calls are answered at once. */
final class SimulatedGateway implements Gateway {

  private final Network network;
  private final CommandLink commands;
  private final PubSubLink messages;
  private final Map<String, Long> holders = new HashMap<>(); // and when they first asked
  private final Map<String, String> latest = new HashMap<>();
  private final Map<String, Long> askedNanos = new HashMap<>();
  private final Map<String, Long> fruitlessNanos = new HashMap<>();
  private final Set<String> refused = new HashSet<>();
  private final Map<String, Integer> asking = new HashMap<>();
  private final Said said = new Said();
  private boolean isShort = true;

  SimulatedGateway(
      Network network,
      SimulatedProcess process,
      Duration commandTimeout,
      GatewayListener listener,
      BiConsumer<String, Boolean> heard) {
    this.network = network;
    this.commands =
        new CommandLink(network, process, commandTimeout.toNanos(), listener::reconnected);
    this.messages = new PubSubLink(network, process, listener, heard, commands::isSpeaking);
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
    if (!ScriptCatalogue.nameOf(call.source()).equals("acquire")) {
      return send(call).whenComplete((reply, failure) -> {
        if (reply != null) {
          said.heard(call, reply);
        }
      });
    }
    String lockName = call.keys().get(0);
    holders.putIfAbsent(call.arguments().get(0), network.time().nanos());
    latest.put(lockName, call.arguments().get(0));
    askedNanos.put(lockName, network.time().nanos());
    refused.remove(lockName);
    asking.merge(lockName, 1, Integer::sum);
    return send(call).whenComplete((reply, failure) -> {
      asking.merge(lockName, -1, Integer::sum);
      if (reply != null
          && reply.value() instanceof List<?> values
          && values.get(0).equals(0L)) {
        refused.add(lockName);
      }
      if (reply != null && reply.acknowledged() < call.replicas()) {
        fruitlessNanos.put(lockName, network.time().nanos());
      }
    });
  }

  private CompletionStage<ScriptReply> send(ScriptCall call) {
    return isShort ? runNow(call) : commands.send(call);
  }

  private CompletionStage<ScriptReply> runNow(ScriptCall call) {
    try {
      Object value = network.server().call(inTime(call));
      return CompletableFuture.completedFuture(
          network.server().replicas().acknowledge(call, value, false));
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

  /** What the server has answered about holders of this client. */
  Said said() {
    return said;
  }

  void shortCircuit(boolean on) {
    isShort = on;
  }

  /** Whether the last answer about that lock was that somebody else has it. */
  boolean isRefused(String lockName) {
    return refused.contains(lockName);
  }

  /** Whether a request for that lock is under way. */
  boolean isAsking(String lockName) {
    return asking.getOrDefault(lockName, 0) > 0;
  }

  /** When that lock was last asked for; before the beginning of time if never. */
  long askedNanos(String lockName) {
    return askedNanos.getOrDefault(lockName, -1L);
  }

  /** Whether a caller may still wait for the end of a grant that too few had acknowledged. */
  boolean isReturning(String lockName) {
    Long fruitless = fruitlessNanos.get(lockName);
    return fruitless != null && network.time().nanos() - fruitless <= commands.timeoutNanos();
  }

  CommandLink commands() {
    return commands;
  }

  PubSubLink messages() {
    return messages;
  }

  /** Whether that holder asked through this gateway. */
  boolean knows(String holder) {
    return holders.containsKey(holder);
  }

  /** When that holder first asked. */
  long firstAskedNanos(String holder) {
    return holders.getOrDefault(holder, Long.MAX_VALUE);
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
