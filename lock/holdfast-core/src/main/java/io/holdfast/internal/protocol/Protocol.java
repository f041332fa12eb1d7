package io.holdfast.internal.protocol;

import static io.holdfast.internal.protocol.Replies.list;
import static io.holdfast.internal.protocol.Replies.number;
import static io.holdfast.internal.protocol.ScriptLine.isWrongType;

import io.holdfast.internal.time.LeaseClock;
import io.holdfast.spi.ErrorReplyException;
import io.holdfast.spi.Gateway;
import io.holdfast.spi.NoReplyException;
import io.holdfast.spi.ScriptCall;
import io.holdfast.spi.ScriptReply;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What can be said to the server about locks, in the words of their {@link Kind}. Each request is sent once (and
 * once more in full when the server has forgotten the script); its answer is given to the callback on
 * whatever thread the gateway uses. Thread-safe.
 */
public final class Protocol {

  private final Gateway gateway;
  private final ScriptLine line;
  private final LeaseClock clock;
  private final long commandTimeoutNanos;
  private final Dialect dialect;
  private volatile ServerTime lastTime = ServerTime.UNKNOWN;

  /**
   * @param clientId different for every client there is
   */
  public Protocol(Gateway gateway, LeaseClock clock, long commandTimeoutNanos, String clientId) {
    this.gateway = gateway;
    this.line = new ScriptLine(gateway);
    this.clock = clock;
    this.commandTimeoutNanos = commandTimeoutNanos;
    this.dialect = Dialect.of(gateway, clientId);
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
      LockId lock,
      String holder,
      long leaseMillis,
      int replicas,
      ServerTime time,
      Consumer<Answer> then) {
    long sent = clock.nanos();
    long wantedUntil = time.microsAt(sent + commandTimeoutNanos);
    ScriptCall call = lock.kind().acquire(dialect, lock.name(), holder, leaseMillis, wantedUntil);
    ScriptCall asked = replicas == 0
        ? call
        : call.acknowledgedBy(replicas, waitMillis(leaseMillis), lock.kind()::isGrant);
    line.send(asked, (reply, failure) -> {
      if (reply != null) {
        then.accept(acquired(lock, asked, sent, reply));
      } else if (isWrongType(failure)) {
        nameWhatIsThere(lock, failed(lock, failure), then);
      } else {
        then.accept(failed(lock, failure));
      }
    });
  }

  private Answer acquired(LockId lock, ScriptCall asked, long sent, ScriptReply reply) {
    Kind.Taken taken = lock.kind().taken(lock.name(), reply);
    if (taken instanceof Kind.Taken.Granted granted) {
      dialect.floors().observe(lock.name(), granted.stamp());
      lastTime = ServerTime.of(granted.nowMicros(), sent, clock.nanos());
      Answer.Granted grant =
          new Answer.Granted(granted.stamp(), sent, reply.repeated(), reply.acknowledged());
      Shortage shortage = Shortage.of(lock.name(), asked, reply);
      return shortage == null ? grant : new Answer.Unacknowledged(grant, shortage);
    }
    if (taken instanceof Kind.Taken.Refused refused) {
      dialect.floors().observe(lock.name(), refused.stamp());
      return new Answer.Refused(refused.remainingMillis(), reply.repeated());
    }
    if (taken instanceof Kind.Taken.Late late) {
      ServerTime seen = ServerTime.of(late.nowMicros(), sent, clock.nanos());
      lastTime = seen;
      return reply.repeated() // the copy before it may have been granted
          ? failed(lock, new NoReplyException("one of two copies came too late", true, null))
          : new Answer.Late(seen);
    }
    String what = ((Kind.Taken.Foreign) taken).what();
    return new Answer.Failed(Inspection.foreign(lock.name(), what), false);
  }

  /** A key of another type is in the way: says of which. */
  private void nameWhatIsThere(LockId lock, Answer unnamed, Consumer<Answer> then) {
    inspect(
        lock,
        (inspection, problem) -> then.accept(
            inspection == null || inspection.isLockOrNothing()
                ? unnamed // it has gone meanwhile
                : new Answer.Failed(inspection.foreign(lock.name()), false)));
  }

  /*
   * How long replicas have: a quarter of the command timeout, because a call may have to wait for another one's
   * replicas first and must still be answered in time; and a quarter of the lease, which runs meanwhile.
   */
  public long waitMillis(long leaseMillis) {
    return Math.max(1, Math.min(commandTimeoutNanos / 1_000_000, leaseMillis) / 4);
  }

  /**
   * Renews locks of one kind in one partition. Answers, per name in order, {@link Answer.Renewed}, {@link
   * Answer.NotHeld}, unknown or failed.
   *
   * @param shortens whether the lease may become shorter by it, and whoever waits is told so; if not, a late copy
   *     does no harm. Only with one name
   */
  public void renew(
      Kind kind,
      List<String> names,
      List<String> holders,
      long leaseMillis,
      boolean shortens,
      Consumer<List<Answer>> then) {
    long sent = clock.nanos();
    // In full: sent again because the script is not known, it would come behind a later one, and
    // undo it.
    ScriptCall call = kind.renew(dialect, names, holders, leaseMillis, shortens).inFull();
    line.send(call, (reply, failure) -> {
      List<Answer> answers = new ArrayList<>(names.size());
      for (int i = 0; i < names.size(); i++) {
        answers.add(
            reply == null
                ? failed(new LockId(kind, names.get(i)), failure)
                : renewal(names.get(i), list(reply).get(i), sent, reply.repeated()));
      }
      then.accept(answers);
    });
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
  public void release(LockId lock, String holder, Consumer<Answer> then) {
    line.send(lock.kind().release(dialect, lock.name(), holder), (reply, failure) -> {
      if (reply == null) {
        then.accept(notHeldOrFailed(lock, failure));
        return;
      }
      long outcome = number(reply.value());
      then.accept(
          outcome == 0
              ? new Answer.NotHeld(reply.repeated())
              : new Answer.Released(outcome == 1, false));
    });
  }

  /**
   * Goes on under a new stamp if nobody else listens, else releases. Answers {@link Answer.Granted},
   * {@link Answer.Released}, {@link Answer.NotHeld}, unknown or failed.
   */
  public void yieldTurn(
      LockId lock, String holder, long leaseMillis, int ownListeners, Consumer<Answer> then) {
    long sent = clock.nanos();
    ScriptCall call =
        lock.kind().yieldTurn(dialect, lock.name(), holder, leaseMillis, ownListeners);
    line.send(call, (reply, failure) -> {
      if (reply == null) {
        then.accept(notHeldOrFailed(lock, failure));
        return;
      }
      Answer answer = lock.kind().yielded(reply, sent);
      if (answer instanceof Answer.Granted granted) {
        dialect.floors().observe(lock.name(), granted.stamp());
      }
      then.accept(answer);
    });
  }

  /** Answers {@link Answer.Released}, {@link Answer.NotHeld}, unknown or failed. */
  public void force(LockId lock, Consumer<Answer> then) {
    line.send(lock.kind().force(dialect, lock.name()), (reply, failure) -> {
      if (reply == null) {
        then.accept(failed(lock, failure));
      } else {
        then.accept(
            number(reply.value()) != 0
                ? new Answer.Released(true, reply.repeated())
                : new Answer.NotHeld(reply.repeated()));
      }
    });
  }

  /** What stands under the lock's name; {@code failure} is an {@link Answer.Unknown} or {@link Answer.Failed}. */
  public void inspect(LockId lock, BiConsumer<@Nullable Inspection, @Nullable Answer> then) {
    line.send(lock.kind().inspect(lock.name()), (reply, failure) -> {
      if (reply == null) {
        then.accept(null, failed(lock, failure));
      } else {
        then.accept(lock.kind().inspected(lock.name(), reply), null);
      }
    });
  }

  /** Tries every command the scripts need; completes with pairs of command and error. */
  public CompletionStage<List<?>> probe(String key, boolean bySha) {
    List<String> arguments = List.of(dialect.publish(), LockName.channelOf(key));
    return line.stage(new ScriptCall(
            Script.PROBE.source(), Script.PROBE.sha(), bySha, List.of(key), arguments))
        .thenApply(Replies::list);
  }

  private static Answer notHeldOrFailed(LockId lock, @Nullable Throwable failure) {
    return isWrongType(failure) ? new Answer.NotHeld(false) : failed(lock, failure);
  }

  private static Answer failed(LockId lock, @Nullable Throwable failure) {
    return ServerErrors.answer(
        lock.name(), failure == null ? new IllegalStateException("no reply") : failure);
  }
}
