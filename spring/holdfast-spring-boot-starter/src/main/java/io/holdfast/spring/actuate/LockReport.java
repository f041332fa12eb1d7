package io.holdfast.spring.actuate;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.holdfast.LockActivity;
import io.holdfast.LockState;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One lock, as the endpoint shows it.
 *
 * @param name the lock's full name
 * @param held the lease of a caller of this client; null while nobody here holds the lock
 * @param waiting how many callers of this client wait
 * @param longestWait how long the most patient of them has waited; null when nobody waits
 * @param server what the server says; null if it was not asked
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record LockReport(
    String name,
    @Nullable Held held,
    int waiting,
    @Nullable Duration longestWait,
    @Nullable Server server) {

  /**
   * A lease of this client.
   *
   * @param token as text: it is beyond what JSON's readers keep exactly
   * @param since when it was granted
   * @param remaining until its holder must assume it lost the lock
   * @param renewed whether the watchdog renews it
   */
  public record Held(String token, Instant since, Duration remaining, boolean renewed) {}

  /**
   * The server's view.
   *
   * @param locked whether anybody holds the lock; null if the server did not say
   * @param holder {@code <client id>:<number>}
   * @param since when the holder's tenure began; null for a holder that is not Holdfast
   * @param until when the server will drop it; null if never
   * @param baseToken the tenure's first token, as text; null for a holder that is not Holdfast
   * @param error why the server did not say
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Server(
      @Nullable Boolean locked,
      @Nullable String holder,
      @Nullable Instant since,
      @Nullable Instant until,
      @Nullable String baseToken,
      @Nullable String error) {

    static Server free() {
      return new Server(false, null, null, null, null, null);
    }

    static Server unknown(String why) {
      return new Server(null, null, null, null, null, why);
    }

    static Server held(LockState state) {
      return new Server(
          true,
          state.holder(),
          state.since().orElse(null),
          state.until().orElse(null),
          state.baseToken() == 0 ? null : Long.toString(state.baseToken()),
          null);
    }
  }

  /**
   * What this client does.
   *
   * @param held how many leases it has
   * @param waiting how many of its callers wait
   * @param locks the locks it holds or waits for, the most waited for first
   * @param notListed how many more there are
   */
  public record All(int held, int waiting, List<LockReport> locks, int notListed) {}

  static LockReport idle(String name, Server server) {
    return new LockReport(name, null, 0, null, server);
  }

  static LockReport of(LockActivity activity, Instant now, @Nullable Server server) {
    return new LockReport(
        activity.lockName(),
        activity
            .held()
            .map(held -> new Held(
                Long.toString(held.token()),
                now.minus(held.heldFor()),
                held.remaining(),
                held.isRenewed()))
            .orElse(null),
        activity.waiting(),
        activity.waiting() == 0 ? null : activity.longestWait(),
        server);
  }
}
