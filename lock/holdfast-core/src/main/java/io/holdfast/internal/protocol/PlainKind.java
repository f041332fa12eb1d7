package io.holdfast.internal.protocol;

import static io.holdfast.internal.protocol.Replies.list;
import static io.holdfast.internal.protocol.Replies.number;

import io.holdfast.spi.ScriptCall;
import io.holdfast.spi.ScriptReply;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A hash with one field, the holder; as Redisson's lock has it, and on the same channel. */
public final class PlainKind implements Kind {

  public static final Kind INSTANCE = new PlainKind();

  private PlainKind() {}

  @Override
  public String channelOf(String name) {
    return LockName.channelOf(name);
  }

  @Override
  public ScriptCall acquire(
      Dialect dialect, String name, String holder, long leaseMillis, long wantedUntilMicros) {
    return Script.ACQUIRE.bySha(
        List.of(name),
        List.of(
            holder,
            Long.toString(leaseMillis),
            dialect.floor(name),
            Long.toString(wantedUntilMicros),
            dialect.step()));
  }

  @Override
  public boolean isGrant(@Nullable Object value) {
    return value instanceof List<?> values
        && !values.isEmpty()
        && Long.valueOf(1).equals(values.get(0));
  }

  @Override
  public Taken taken(String name, ScriptReply reply) {
    List<?> values = list(reply);
    return switch ((int) number(values, 0)) {
      case 0 -> new Taken.Refused(number(values, 1), number(values, 2));
      case 1 -> new Taken.Granted(number(values, 1), number(values, 2));
      case 2 -> new Taken.Late(number(values, 1));
      default -> new Taken.Foreign(String.valueOf(values.get(1)));
    };
  }

  @Override
  public ScriptCall renew(
      Dialect dialect,
      List<String> names,
      List<String> holders,
      long leaseMillis,
      boolean shortens) {
    List<String> arguments = new ArrayList<>(holders.size() + 4);
    arguments.add(Long.toString(leaseMillis));
    arguments.add(shortens ? "set" : "extend");
    arguments.addAll(holders);
    if (shortens) {
      arguments.add(dialect.publish());
      arguments.add(channelOf(names.get(0)));
    }
    return Script.RENEW.bySha(names, arguments);
  }

  @Override
  public ScriptCall release(Dialect dialect, String name, String holder) {
    return Script.RELEASE.bySha(List.of(name), List.of(holder, dialect.publish(), channelOf(name)));
  }

  @Override
  public ScriptCall yieldTurn(
      Dialect dialect, String name, String holder, long leaseMillis, int ownListeners) {
    return Script.YIELD.bySha(
        List.of(name),
        List.of(
            holder,
            dialect.publish(),
            channelOf(name),
            Long.toString(leaseMillis),
            dialect.floor(name),
            dialect.countListeners(),
            Integer.toString(ownListeners),
            dialect.step()));
  }

  @Override
  public Answer yielded(ScriptReply reply, long sentNanos) {
    List<?> values = list(reply);
    long outcome = number(values, 0);
    return switch ((int) outcome) {
      case 0 -> new Answer.NotHeld(reply.repeated());
      case 1 -> new Answer.Granted(number(values, 1), sentNanos, reply.repeated(), 0);
      default -> new Answer.Released(outcome == 2, false);
    };
  }

  @Override
  public ScriptCall force(Dialect dialect, String name) {
    // In full: sent again because the script is not known, it would end what was granted meanwhile.
    return Script.FORCE
        .bySha(List.of(name), List.of(dialect.publish(), channelOf(name)))
        .inFull();
  }

  @Override
  public ScriptCall inspect(String name) {
    return Script.INSPECT.bySha(List.of(name), List.of());
  }

  @Override
  public Inspection inspected(String name, ScriptReply reply) {
    return Inspection.of(name, list(reply));
  }
}
