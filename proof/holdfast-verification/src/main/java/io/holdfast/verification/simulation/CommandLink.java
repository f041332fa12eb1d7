package io.holdfast.verification.simulation;

import io.holdfast.spi.ErrorReplyException;
import io.holdfast.spi.NoReplyException;
import io.holdfast.spi.ScriptCall;
import io.holdfast.spi.ScriptReply;
import io.holdfast.testkit.memory.ScriptCatalogue;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * A client's connection for commands: requests reach the server in order and replies come back in
 * order, unless they are lost. When it breaks, what was in flight is either given up or sent again.
 */
final class CommandLink {

  /** Longer than any copy of a request is stuck anywhere. */
  private static final long LONGEST_STUCK_NANOS = 200_000_000;

  private final Network network;
  private final SimulatedProcess process;
  private final long timeoutNanos;
  private final Runnable reconnected;
  private final Set<Request> open = new LinkedHashSet<>();
  private long lastArrivalNanos;
  private long lastReplyNanos;
  private int connection;
  private long numbers;
  private long lastDone;
  private final Map<String, Long> forcedNanos = new HashMap<>();
  private final Map<String, Long> lastForcedNanos = new HashMap<>();
  private final Map<String, Runnable> traps = new HashMap<>();
  private boolean isSpeaking;
  private boolean isDown;
  private boolean wasSilent;
  private long cutNanos; // until when
  private long silentUntilNanos;
  private long slowUntilNanos;
  private long slownessNanos;

  CommandLink(Network network, SimulatedProcess process, long timeoutNanos, Runnable reconnected) {
    this.network = network;
    this.process = process;
    this.timeoutNanos = timeoutNanos;
    this.reconnected = reconnected;
  }

  CompletionStage<ScriptReply> send(ScriptCall call) {
    Request request = new Request(call, ++numbers);
    if (isDown) {
      request.reply.completeExceptionally(new NoReplyException("not connected", false, null));
      return request.reply;
    }
    network.trace().add(process.name(), () -> "sends " + request);
    open.add(request);
    request.timeout = network.time().after(timeoutNanos, process, () -> silent(request));
    transmit(request);
    Runnable sprung = traps.remove(request.name);
    if (sprung != null) {
      network.time().after(network.weather().moment(), null, sprung);
    }
    return request.reply;
  }

  /** That happens a moment after the next request of that script is sent: before it arrives, or its answer. */
  void trap(String script, Runnable fault) {
    traps.put(script, fault);
  }

  private void transmit(Request request) {
    if (loses()) {
      network.tally().count(Incident.REQUEST_LOST);
      network.trace().add("network", () -> "loses " + request);
      return;
    }
    lastArrivalNanos = later(lastArrivalNanos);
    int sentOn = connection;
    request.arrival = network.time().at(lastArrivalNanos, null, () -> arrive(request, sentOn));
  }

  private long later(long lastNanos) {
    long now = network.time().nanos();
    long delay = network.weather().delayNanos() + (now < slowUntilNanos ? slownessNanos : 0);
    return Math.max(lastNanos + 1, now + delay);
  }

  /** That lock is about to be released by force, in one request or, if the script is not known, in two. */
  void forcing(String lockName) {
    long now = network.time().nanos();
    long last = lastForcedNanos.getOrDefault(lockName, -LONGEST_STUCK_NANOS);
    if (now - last >= LONGEST_STUCK_NANOS) {
      forcedNanos.put(lockName, now); // else it may be the one before that is done
    }
    lastForcedNanos.put(lockName, now);
  }

  /** For a while nothing gets through, either way, and nobody is told. */
  void silence(long nanos) {
    network.tally().count(Incident.CONNECTION_SILENT);
    network
        .trace()
        .add("network", () -> "is silent for " + process + ", for " + nanos / 1_000 + " us");
    silentUntilNanos = network.time().nanos() + nanos;
  }

  private boolean loses() {
    return network.time().nanos() < silentUntilNanos || network.weather().loses();
  }

  /** Whether it has been neither cut, nor silent, nor slow since then. */
  boolean wasUpSince(long nanos) {
    return cutNanos < nanos && silentUntilNanos < nanos && slowUntilNanos < nanos;
  }

  /** Whether every request so far was answered, on a connection that was never cut. */
  boolean isUntroubled() {
    return connection == 0 && !wasSilent;
  }

  /** For a while every packet takes that much longer. */
  void slowDown(long untilNanos, long byNanos) {
    network.tally().count(Incident.CONNECTION_SLOW);
    network
        .trace()
        .add("network", () -> "is slow for " + process + ", by " + byNanos / 1_000 + " us");
    slowUntilNanos = untilNanos;
    slownessNanos = byNanos;
  }

  private void arrive(Request request, int sentOn) {
    if (sentOn != connection && network.weather().flips()) {
      return; // the connection was cut before it got through
    }
    if (request.hasArrived) {
      network.tally().count(Incident.REQUEST_DONE_TWICE);
    }
    request.hasArrived = true;
    if (request.number < lastDone) {
      network.tally().count(Incident.REQUEST_OVERTAKEN);
    }
    lastDone = Math.max(lastDone, request.number);
    Object value = null;
    RuntimeException error = null;
    try {
      String refusal = network.weather().error();
      if (refusal != null) {
        network.tally().count(Incident.ERROR_REPLY);
        throw new ErrorReplyException(refusal);
      }
      if (request.name.equals("force")) {
        network
            .server()
            .grants()
            .force(
                request.call.keys().get(0),
                network.server().keys(),
                new GrantLog.Forced(
                    process.name(),
                    forcedNanos.getOrDefault(request.call.keys().get(0), 0L),
                    network.time().nanos()));
      }
      isSpeaking = true;
      value = network.server().call(request.call);
    } catch (ErrorReplyException e) {
      error = request.isRepeated ? new NoReplyException("an error to one of two", true, e) : e;
    } finally {
      isSpeaking = false;
    }
    Object outcome = error == null ? value : error.getMessage();
    network.trace().add("server", () -> request + " of " + process + " -> " + outcome);
    if (sentOn != connection || loses()) {
      network.tally().count(Incident.REPLY_LOST);
      network.trace().add("network", () -> "loses the reply to " + request);
      return;
    }
    ScriptReply reply =
        network.server().replicas().acknowledge(request.call, value, request.isRepeated);
    RuntimeException failure = error;
    lastReplyNanos = later(network.isDisordered() ? 0 : lastReplyNanos);
    network.time().at(lastReplyNanos, process, () -> {
      if (sentOn == connection) {
        finish(request, reply, failure);
      }
    });
  }

  private void silent(Request request) {
    wasSilent = true;
    ScriptReply lie = network.sabotage().insteadOfSilence(request.name);
    finish(request, lie, lie != null ? null : new NoReplyException("no reply in time", true, null));
  }

  private void finish(
      Request request, @Nullable ScriptReply reply, @Nullable RuntimeException failure) {
    if (!open.remove(request)) {
      return;
    }
    if (request.timeout != null) {
      request.timeout.cancel();
    }
    network
        .trace()
        .add(
            process.name(),
            () -> "gets " + (failure == null ? "" : failure.getMessage() + " ") + "for " + request);
    if (failure != null) {
      request.reply.completeExceptionally(failure);
    } else if (reply != null) {
      request.reply.complete(reply);
    }
  }

  /**
   * The connection is cut and comes back after a while.
   *
   * @param sendsAgain whether what was in flight is sent again then, even what has timed out meanwhile
   * @param stuckNanos how long what had not arrived yet is stuck in the old connection
   */
  void cut(long outageNanos, boolean sendsAgain, long stuckNanos) {
    if (isDown) {
      return;
    }
    connection++;
    cutNanos = network.time().nanos() + outageNanos;
    lastArrivalNanos = 0; // the old connection's requests may still come
    lastReplyNanos = 0;
    isDown = true;
    List<Request> inFlight = new ArrayList<>(open);
    network.trace().add("network", () -> "cuts " + process + " off, in flight " + inFlight);
    network.tally().count(Incident.CONNECTION_CUT);
    inFlight.forEach(request -> hold(request, stuckNanos));
    if (!sendsAgain) {
      inFlight.forEach(request -> network.time().after(0, process, () -> silent(request)));
    }
    network.time().after(outageNanos, process, () -> {
      isDown = false;
      if (sendsAgain) {
        for (Request request : inFlight) {
          request.isRepeated = true;
          transmit(request);
        }
      }
      reconnected.run();
    });
  }

  /** The server is down for a while: what has not arrived by now never will. */
  void lose(long outageNanos) {
    open.forEach(request -> {
      if (request.arrival != null) {
        request.arrival.cancel();
      }
    });
    cut(outageNanos, false, 0);
  }

  /** Everything in flight is given up at once, as when the connection breaks under a client that closes. */
  void breakOff(long stuckNanos) {
    connection++;
    for (Request request : List.copyOf(open)) {
      hold(request, stuckNanos);
      silent(request);
    }
  }

  /** What has not arrived yet is stuck, and may still come, even if it is sent again as well. */
  private void hold(Request request, long nanos) {
    if (request.arrival != null && !request.hasArrived && !request.arrival.isCancelled()) {
      request.arrival.cancel();
      int old = connection - 1;
      request.arrival = network.time().after(nanos, null, () -> arrive(request, old));
    }
  }

  /** How long an answer is awaited. */
  long timeoutNanos() {
    return timeoutNanos;
  }

  /** Whether the server does a request of ours at this moment: what it publishes is our own message. */
  boolean isSpeaking() {
    return isSpeaking;
  }

  boolean isQuiet() {
    return open.isEmpty();
  }

  /** How often it was cut so far. */
  int cuts() {
    return connection;
  }

  /** How many requests were sent so far. */
  long sent() {
    return numbers;
  }

  boolean isDown() {
    return isDown;
  }

  /** Whether nothing is in flight that takes or gives back a lock. */
  boolean onlyRenews() {
    return open.stream().allMatch(request -> request.name.equals("renew"));
  }

  private static final class Request {

    final ScriptCall call;
    final String name;
    final long number;
    final CompletableFuture<ScriptReply> reply = new CompletableFuture<>();
    boolean isRepeated;
    boolean hasArrived;
    VirtualTime.@Nullable Event arrival;
    VirtualTime.@Nullable Event timeout;

    Request(ScriptCall call, long number) {
      this.call = call;
      this.number = number;
      this.name = ScriptCatalogue.nameOf(call.source());
    }

    @Override
    public String toString() {
      String holder = call.arguments().isEmpty()
          ? ""
          : call.arguments().get(name.equals("renew") ? 2 : 0).replaceFirst("^.{8}-.*:", "#");
      return name + " " + String.join(",", call.keys()) + " " + holder;
    }
  }
}
