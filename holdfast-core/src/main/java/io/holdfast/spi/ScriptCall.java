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
 * @param replicas how many replicas are to acknowledge what the script wrote ({@code WAIT}); 0: nobody is asked
 * @param waitMillis how long they have for it, at least 1; well below the command timeout. 0 if nobody is asked
 */
public record ScriptCall(
    String source,
    String sha,
    boolean bySha,
    List<String> keys,
    List<String> arguments,
    int replicas,
    long waitMillis) {

  public ScriptCall {
    if (replicas < 0 || (replicas > 0 && waitMillis < 1)) { // WAIT takes 0 ms for "without end"
      throw new IllegalArgumentException(
          "acknowledgement by " + replicas + " replicas within " + waitMillis + " ms");
    }
  }

  /** A call that nobody needs to acknowledge. */
  public ScriptCall(
      String source, String sha, boolean bySha, List<String> keys, List<String> arguments) {
    this(source, sha, bySha, keys, arguments, 0, 0);
  }

  /** The same call with its source, for a server that does not know the script. */
  public ScriptCall inFull() {
    return new ScriptCall(source, sha, false, keys, arguments, replicas, waitMillis);
  }

  /** The same call, to be acknowledged. */
  public ScriptCall acknowledgedBy(int wanted, long withinMillis) {
    return new ScriptCall(source, sha, bySha, keys, arguments, wanted, withinMillis);
  }
}
