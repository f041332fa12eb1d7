package io.holdfast;

import java.time.Instant;
import java.util.Optional;

/**
 * What the server knows about a held lock.
 *
 * @param lockName the lock
 * @param holder {@code <client id>:<number>}
 * @param since when the holder's tenure began; empty for a holder that is not Holdfast
 * @param until when the server will drop it; empty if the key has no expiry (not our doing)
 * @param baseToken the tenure's first token; 0 for a holder that is not Holdfast
 */
public record LockState(
    String lockName,
    String holder,
    Optional<Instant> since,
    Optional<Instant> until,
    long baseToken) {}
