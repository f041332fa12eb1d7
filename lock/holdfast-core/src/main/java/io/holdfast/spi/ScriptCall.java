package io.holdfast.spi;

import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

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
 * @param wrote tells by the reply's value whether there is anything to acknowledge; takes any value and never throws
 */
public record ScriptCall(
    String source,
    String sha,
    boolean bySha,
    List<String> keys,
    List<String> arguments,
    int replicas,
    long waitMillis,
    Predicate<@Nullable Object> wrote) {

  /**
   * Refuses replicas that have no time, because {@code WAIT} takes 0 ms for "without end".
   *
   * @param source the script
   * @param sha its SHA-1, in hex
   * @param bySha {@code EVALSHA} or {@code EVAL}
   * @param keys all of one partition
   * @param arguments the rest
   * @param replicas how many replicas are to acknowledge what the script wrote; not negative
   * @param waitMillis how long they have for it; at least 1 if there are any
   * @param wrote tells by the reply's value whether there is anything to acknowledge
   */
  public ScriptCall {
    if (replicas < 0 || (replicas > 0 && waitMillis < 1)) { // WAIT takes 0 ms for "without end"
      throw new IllegalArgumentException(
          "acknowledgement by " + replicas + " replicas within " + waitMillis + " ms");
    }
  }

  /**
   * A call that nobody needs to acknowledge.
   *
   * @param source the script
   * @param sha its SHA-1, in hex
   * @param bySha {@code EVALSHA} or {@code EVAL}
   * @param keys all of one partition
   * @param arguments the rest
   */
  public ScriptCall(
      String source, String sha, boolean bySha, List<String> keys, List<String> arguments) {
    this(source, sha, bySha, keys, arguments, 0, 0, value -> false);
  }

  /** {@return the same call with its source, for a server that does not know the script} */
  public ScriptCall inFull() {
    return new ScriptCall(source, sha, false, keys, arguments, replicas, waitMillis, wrote);
  }

  /**
   * {@return the same call, to be acknowledged if by its reply it has written something}
   *
   * @param wanted how many replicas are to acknowledge it
   * @param withinMillis how long they have for it, at least 1
   * @param ifWrote tells by the reply's value whether there is anything to acknowledge
   */
  public ScriptCall acknowledgedBy(
      int wanted, long withinMillis, Predicate<@Nullable Object> ifWrote) {
    return new ScriptCall(source, sha, bySha, keys, arguments, wanted, withinMillis, ifWrote);
  }
}
