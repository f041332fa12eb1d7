package io.holdfast.internal.protocol;

import io.holdfast.internal.time.LeaseClock;
import io.holdfast.spi.ErrorReplyException;
import io.holdfast.spi.Gateway;
import io.holdfast.spi.NoReplyException;
import io.holdfast.spi.ScriptCall;
import io.holdfast.spi.ScriptReply;
import io.holdfast.spi.ServerDescription;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * What can be said to the server about locks. Each request is sent once (and once more in full when
 * the server has forgotten the script); its answer is given to the callback on whatever thread the
 * gateway uses. Thread-safe.
 */
public final class Protocol {

  private final Gateway gateway;
  private final LeaseClock clock;
  private final long commandTimeoutNanos;
  private volatile ServerTime lastTime = ServerTime.UNKNOWN;
  private final Floors floors;
  private final String publish;
  private final String countListeners;

  /**
   * @param clientId different for every client there is
   */
  public Protocol(Gateway gateway, LeaseClock clock, long commandTimeoutNanos, String clientId) {
    this.gateway = gateway;
    this.floors = new Floors(gateway, clientId);
    this.clock = clock;
    this.commandTimeoutNanos = commandTimeoutNanos;
    ServerDescription server = gateway.server();
    this.publish = server.sharded() ? "SPUBLISH" : "PUBLISH";
    // In a cluster a plain channel's listeners may be on any node: they cannot be counted on this
    // one.
    boolean countable = server.sharded() || server.kind() != ServerDescription.Kind.CLUSTER;
    this.countListeners = !countable ? "" : server.sharded() ? "SHARDNUMSUB" : "NUMSUB";
  }

  /** Learns the server's time, once, before the first acquire. */
  public CompletionStage<Void> learnTime() {
    long sent = clock.nanos();
    return gateway
        .timeMicros()
        .thenAccept(micros -> lastTime = ServerTime.of(micros, sent, clock.nanos()));
  }

  /** What is known of the server's clock. */
  public ServerTime serverTime() {
    return lastTime;
  }

  /** Until when, by our clock, the server may still act on an acquire sent at that moment, reckoned by that time. */
  public long actsUntilNanos(long sentNanos, ServerTime time) {
    return sentNanos + commandTimeoutNanos + time.uncertaintyNanos();
  }

  /**
   * Answers {@link Answer.Granted}, {@link Answer.Unacknowledged}, {@link Answer.Refused}, {@link Answer.Late}, unknown
   * or failed.
   *
   * @param replicas how many are to acknowledge the grant
   * @param time by which the server is told until when we want it
   */
  public void acquire(
      String name,
      String holder,
      long leaseMillis,
      int replicas,
      ServerTime time,
      Consumer<Answer> then) {
    long sent = clock.nanos();
    List<String> arguments = List.of(
        holder,
        Long.toString(leaseMillis),
        Long.toString(floors.of(name)),
        Long.toString(time.microsAt(sent + commandTimeoutNanos)),
        Integer.toString(floors.step()));
    ScriptCall call = Script.ACQUIRE.bySha(List.of(name), arguments);
    ScriptCall asked =
        replicas == 0 ? call : call.acknowledgedBy(replicas, waitMillis(leaseMillis));
    send(asked, (reply, failure) -> {
      if (reply == null) {
        then.accept(failed(name, failure));
        return;
      }
      List<?> values = list(reply);
      switch ((int) number(values, 0)) {
        case 1 -> {
          long stamp = number(values, 1);
          floors.observe(name, stamp);
          lastTime = ServerTime.of(number(values, 2), sent, clock.nanos());
          Answer.Granted grant =
              new Answer.Granted(stamp, sent, reply.repeated(), reply.acknowledged());
          Shortage shortage = Shortage.of(name, asked, reply);
          then.accept(shortage == null ? grant : new Answer.Unacknowledged(grant, shortage));
        }
        case 0 -> {
          floors.observe(name, number(values, 2));
          then.accept(new Answer.Refused(number(values, 1), reply.repeated()));
        }
        case 2 -> {
          ServerTime seen = ServerTime.of(number(values, 1), sent, clock.nanos());
          lastTime = seen;
          then.accept(
              reply.repeated() // the copy before it may have been granted
                  ? failed(
                      name, new NoReplyException("one of two copies came too late", true, null))
                  : new Answer.Late(seen));
        }
        default ->
          then.accept(
              new Answer.Failed(Inspection.foreign(name, String.valueOf(values.get(1))), false));
      }
    });
  }

  /*
   * How long replicas have: a quarter of the command timeout, because a call may have to wait for another one's
   * replicas first and must still be answered in time; and a quarter of the lease, which runs meanwhile.
   */
  private long waitMillis(long leaseMillis) {
    return Math.max(1, Math.min(commandTimeoutNanos / 1_000_000, leaseMillis) / 4);
  }

  /**
   * Renews locks of one partition. Answers, per name in order, {@link Answer.Renewed}, {@link
   * Answer.NotHeld}, unknown or failed.
   *
   * @param shortens whether the lease may become shorter by it, and whoever waits is told so; if not, a late copy
   *     does no harm. Only with one name
   */
  public void renew(
      List<String> names,
      List<String> holders,
      long leaseMillis,
      boolean shortens,
      Consumer<List<Answer>> then) {
    long sent = clock.nanos();
    List<String> arguments = new ArrayList<>(holders.size() + 2);
    arguments.add(Long.toString(leaseMillis));
    arguments.add(shortens ? "set" : "extend");
    arguments.addAll(holders);
    if (shortens) {
      arguments.add(publish);
      arguments.add(LockName.channelOf(names.get(0)));
    }
    ScriptCall call = Script.RENEW.bySha(names, arguments);
    // In full: sent again because the script is not known, it would come behind a later one, and
    // undo it.
    send(shortens ? call.inFull() : call, (reply, failure) -> {
      if (names.size() > 1 && hasCode(failure, "TRYAGAIN")) {
        renewOneByOne(
            names,
            holders,
            leaseMillis,
            shortens,
            then); // a slot on the move: some are here, some are there
        return;
      }
      List<Answer> answers = new ArrayList<>(names.size());
      for (int i = 0; i < names.size(); i++) {
        answers.add(
            reply == null
                ? failed(names.get(i), failure)
                : renewal(names.get(i), list(reply).get(i), sent, reply.repeated()));
      }
      then.accept(answers);
    });
  }

  private void renewOneByOne(
      List<String> names,
      List<String> holders,
      long leaseMillis,
      boolean shortens,
      Consumer<List<Answer>> then) {
    AtomicReferenceArray<Answer> answers = new AtomicReferenceArray<>(names.size());
    AtomicInteger open = new AtomicInteger(names.size());
    for (int i = 0; i < names.size(); i++) {
      int index = i;
      renew(List.of(names.get(i)), List.of(holders.get(i)), leaseMillis, shortens, one -> {
        answers.set(index, one.get(0));
        if (open.decrementAndGet() == 0) {
          then.accept(IntStream.range(0, names.size()).mapToObj(answers::get).toList());
        }
      });
    }
  }

  private static Answer renewal(String name, @Nullable Object value, long sent, boolean repeated) {
    if (value instanceof Long answer) {
      return answer == 1 ? new Answer.Renewed(sent, repeated) : new Answer.NotHeld(false);
    }
    // Inside a list, servers before 7.0 put the script's name and line before the error.
    String words = String.valueOf(value).replaceFirst("^@user_script: ?\\d+: -?", "");
    ErrorReplyException error = new ErrorReplyException(words);
    // Another type under our name: what we held is gone.
    return error.code().equals("WRONGTYPE")
        ? new Answer.NotHeld(false)
        : ServerErrors.answer(name, error);
  }

  /** Answers {@link Answer.Released}, {@link Answer.NotHeld}, unknown or failed. */
  public void release(String name, String holder, Consumer<Answer> then) {
    List<String> arguments = List.of(holder, publish, LockName.channelOf(name));
    send(Script.RELEASE.bySha(List.of(name), arguments), (reply, failure) -> {
      if (reply == null) {
        then.accept(wrongType(failure) ? new Answer.NotHeld(false) : failed(name, failure));
      } else {
        long outcome = number(reply.value());
        then.accept(
            outcome == 0
                ? new Answer.NotHeld(reply.repeated())
                : new Answer.Released(outcome == 1, false));
      }
    });
  }

  /**
   * Goes on under a new stamp if nobody else listens, else releases. Answers {@link Answer.Granted},
   * {@link Answer.Released}, {@link Answer.NotHeld}, unknown or failed.
   */
  public void yieldTurn(
      String name, String holder, long leaseMillis, int ownListeners, Consumer<Answer> then) {
    long sent = clock.nanos();
    List<String> arguments = List.of(
        holder,
        publish,
        LockName.channelOf(name),
        Long.toString(leaseMillis),
        Long.toString(floors.of(name)),
        countListeners,
        Integer.toString(ownListeners),
        Integer.toString(floors.step()));
    send(Script.YIELD.bySha(List.of(name), arguments), (reply, failure) -> {
      if (reply == null) {
        then.accept(wrongType(failure) ? new Answer.NotHeld(false) : failed(name, failure));
        return;
      }
      List<?> values = list(reply);
      switch ((int) number(values, 0)) {
        case 0 -> then.accept(new Answer.NotHeld(reply.repeated()));
        case 1 -> {
          floors.observe(name, number(values, 1));
          then.accept(new Answer.Granted(number(values, 1), sent, reply.repeated(), 0));
        }
        default -> then.accept(new Answer.Released(number(values, 0) == 2, false));
      }
    });
  }

  /** Answers {@link Answer.Released}, {@link Answer.NotHeld}, unknown or failed. */
  public void force(String name, Consumer<Answer> then) {
    List<String> arguments = List.of(publish, LockName.channelOf(name));
    // In full: sent again because the script is not known, it would end what was granted meanwhile.
    send(Script.FORCE.bySha(List.of(name), arguments).inFull(), (reply, failure) -> {
      if (reply == null) {
        then.accept(failed(name, failure));
      } else {
        then.accept(
            number(reply.value()) != 0
                ? new Answer.Released(true, reply.repeated())
                : new Answer.NotHeld(reply.repeated()));
      }
    });
  }

  /** What stands under the lock's name; {@code failure} is an {@link Answer.Unknown} or {@link Answer.Failed}. */
  public void inspect(String name, BiConsumer<@Nullable Inspection, @Nullable Answer> then) {
    send(Script.INSPECT.bySha(List.of(name), List.of()), (reply, failure) -> {
      if (reply == null) {
        then.accept(null, failed(name, failure));
      } else {
        then.accept(Inspection.of(name, list(reply)), null);
      }
    });
  }

  /** Tries every command the scripts need; completes with pairs of command and error. */
  public CompletionStage<List<?>> probe(String key, boolean bySha) {
    List<String> arguments = List.of(publish, LockName.channelOf(key));
    return stage(new ScriptCall(
            Script.PROBE.source(), Script.PROBE.sha(), bySha, List.of(key), arguments))
        .thenApply(Protocol::list);
  }

  private void send(ScriptCall call, BiConsumer<@Nullable ScriptReply, @Nullable Throwable> then) {
    stage(call).whenComplete((reply, failure) -> {
      if (call.bySha() && hasCode(failure, "NOSCRIPT")) {
        send(call.inFull(), then);
      } else {
        deliver(reply, failure, then);
      }
    });
  }

  private CompletionStage<ScriptReply> stage(ScriptCall call) {
    try {
      return gateway.run(call);
    } catch (RuntimeException e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  /** Whatever comes back, an answer goes on: a request without one would block its lock for ever. */
  private static void deliver(
      @Nullable ScriptReply reply,
      @Nullable Throwable failure,
      BiConsumer<@Nullable ScriptReply, @Nullable Throwable> then) {
    try {
      then.accept(reply, failure);
    } catch (RuntimeException e) {
      if (reply == null) {
        throw e;
      }
      then.accept(null, e); // a reply that makes no sense
    }
  }

  private static boolean hasCode(@Nullable Throwable failure, String code) {
    return error(failure) instanceof ErrorReplyException reply && reply.code().equals(code);
  }

  private static boolean wrongType(@Nullable Throwable failure) {
    return error(failure) instanceof ErrorReplyException reply
        && String.valueOf(reply.getMessage()).contains("WRONGTYPE");
  }

  private static @Nullable Throwable error(@Nullable Throwable failure) {
    return failure instanceof CompletionException ? failure.getCause() : failure;
  }

  private static Answer failed(String name, @Nullable Throwable failure) {
    return ServerErrors.answer(
        name, failure == null ? new IllegalStateException("no reply") : failure);
  }

  private static List<?> list(ScriptReply reply) {
    if (reply.value() instanceof List<?> values) {
      return values;
    }
    throw new IllegalStateException("expected a list from the server, got " + reply.value());
  }

  private static long number(List<?> values, int index) {
    return number(values.get(index));
  }

  private static long number(@Nullable Object value) {
    if (value instanceof Long number) {
      return number;
    }
    throw new IllegalStateException("expected a number from the server, got " + value);
  }
}
