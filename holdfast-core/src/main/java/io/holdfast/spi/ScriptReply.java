package io.holdfast.spi;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A script's reply.
 *
 * @param value {@link Long}, {@link String}, {@link List} of these, or {@code null}
 * @param repeated whether the connection was lost between sending and reply, so that the call may
 *     have been carried out more than once
 */
public record ScriptReply(@Nullable Object value, boolean repeated) {}
