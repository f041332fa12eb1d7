package io.holdfast.spi;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A script's reply.
 *
 * @param value {@link Long}, {@link String}, {@link List} of these, or {@code null}
 * @param repeated whether the connection was lost between sending and reply, so that the call may
 *     have been carried out more than once
 * @param acknowledged how many replicas have surely acknowledged it; 0 if none was asked or nothing is known
 * @param shortage why nothing is known about the replicas, such as the error reply to {@code WAIT}; {@code null}
 *     if the server said how many there are
 */
public record ScriptReply(
    @Nullable Object value,
    boolean repeated,
    int acknowledged,
    @Nullable String shortage) {

  /**
   * The reply to a call that no replica was to acknowledge.
   *
   * @param value as the script returned it
   * @param repeated whether the call may have been carried out more than once
   */
  public ScriptReply(@Nullable Object value, boolean repeated) {
    this(value, repeated, 0, null);
  }
}
