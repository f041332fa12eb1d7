package io.holdfast.internal;

import io.holdfast.Holdfast;
import io.holdfast.LeaseLoss;
import io.holdfast.spi.ServerDescription;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What an operator finds in the log without having asked for it, one line each. Thread-safe. */
public final class OperatorLog {

  /** The logger's name is that of the public type: users set its level. */
  static final Logger LOGGER = LoggerFactory.getLogger(Holdfast.class);

  private final Logger log;

  OperatorLog(Logger log) {
    this.log = log;
  }

  /** The client's id is what others see as the holder of its locks. */
  void connected(String clientId, ServerDescription server, Duration leaseTime) {
    log.info(
        "client {}: connected to {}, lease time {} ms", clientId, server, leaseTime.toMillis());
  }

  /**
   * A warning, unless it was the holder's own doing: it closed the client, or a lease that nobody renews came to its
   * end, also one that the holder has made shorter and not heard of yet.
   */
  void lost(LeaseLoss loss, boolean isRenewed) {
    boolean isOwnDoing = switch (loss.reason()) {
      case CLOSED, LEASE_OVER -> true;
      case DEADLINE_PASSED -> !isRenewed;
      case RENEWAL_REFUSED, FORCED -> false;
    };
    if (isOwnDoing) {
      log.debug("{} ({})", loss, loss.reason());
    } else {
      log.warn("{} ({})", loss, loss.reason());
    }
  }

  void atRisk(String lockName, long token, Duration remaining) {
    log.warn(
        "lease at risk on lock '{}' (token {}): its renewal is late, and it is lost in {} ms",
        lockName,
        token,
        remaining.toMillis());
  }

  void suspicious(
      String lockName, long token, String what, String thread, @Nullable Throwable trace) {
    log.warn(
        "lease on lock '{}' (token {}) {} (asked for by thread '{}')",
        lockName,
        token,
        what,
        thread,
        trace);
  }
}
