package io.holdfast.internal.protocol;

import io.holdfast.LockState;
import io.holdfast.ServerErrorException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What the server has under a lock's name.
 *
 * @param type {@code none}, {@code hash} for a lock, or what is there instead
 * @param state who holds the lock, for a hash
 * @param remainingMillis until the server drops it; -1 without an end, 0 when free
 */
public record Inspection(String type, Optional<LockState> state, long remainingMillis) {

  static Inspection of(String name, List<?> reply) {
    String type = String.valueOf(reply.get(0));
    if (reply.size() == 1) {
      return new Inspection(type, Optional.empty(), 0);
    }
    long remaining = (Long) reply.get(1);
    long nowMicros = (Long) reply.get(2);
    long stamp = Token.stampIn(text(reply.get(4)));
    Optional<Instant> until = remaining < 0
        ? Optional.empty()
        : Optional.of(Token.instantOf(nowMicros).plusMillis(remaining));
    Optional<Instant> since = stamp == 0 ? Optional.empty() : Optional.of(Token.instantOf(stamp));
    LockState state = new LockState(name, text(reply.get(3)), since, until, Token.of(stamp, 0));
    return new Inspection(type, Optional.of(state), remaining);
  }

  /** Whether the key is free, or may be a lock. */
  public boolean isLockOrNothing() {
    return type.equals("none") || type.equals("hash");
  }

  /** What to tell whoever asked, if it is neither. */
  public ServerErrorException foreign(String name) {
    return foreign(name, type);
  }

  /** Something that is no lock stands under the name. */
  static ServerErrorException foreign(String name, String type) {
    return new ServerErrorException(
        name,
        "lock '" + name + "': the key of this name holds a " + type
            + ", expected nothing or a lock's hash; choose another lock name",
        null);
  }

  private static String text(@Nullable Object value) {
    return String.valueOf(value);
  }
}
