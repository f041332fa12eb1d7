package io.holdfast.spi;

import java.util.List;

/**
 * One call of a script.
 *
 * @param source the script
 * @param sha its SHA-1, in hex
 * @param bySha {@code EVALSHA} or {@code EVAL}
 * @param keys all of one partition
 * @param arguments the rest
 */
public record ScriptCall(
    String source, String sha, boolean bySha, List<String> keys, List<String> arguments) {}
