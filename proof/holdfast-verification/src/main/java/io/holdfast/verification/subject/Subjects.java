package io.holdfast.verification.subject;

import io.holdfast.verification.sabotage.Flaw;
import io.holdfast.verification.sabotage.SabotagedSubject;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** The locks under test, by the names used on the command line and in reports. */
public final class Subjects {

  private static final String SABOTAGED = "sabotaged-";

  private Subjects() {}

  /** The libraries; sabotaged locks have names of their own, {@link #sabotaged}. */
  public static List<String> libraries() {
    return Arrays.stream(Library.values()).map(Library::label).toList();
  }

  /** Every name there is. */
  public static List<String> all() {
    return Stream.concat(
            libraries().stream(), Arrays.stream(Flaw.values()).map(Subjects::sabotaged))
        .toList();
  }

  /** The name of the lock with that flaw. */
  public static String sabotaged(Flaw flaw) {
    return SABOTAGED + flaw.label();
  }

  /** Whether this is Holdfast, whose promises are at stake. */
  public static boolean isOurs(String name) {
    return name.equals(Library.HOLDFAST.label()) || needsReplica(name);
  }

  /** Whether that lock is of use only where every primary has a replica. */
  public static boolean needsReplica(String name) {
    return name.equals(Library.HOLDFAST_ACKNOWLEDGED.label());
  }

  /** Whether that lock has fencing tokens. */
  public static boolean hasTokens(String name) {
    return name.startsWith(SABOTAGED) || Library.of(name).hasTokens();
  }

  /** Whether that lock tells its holders unasked of a loss. */
  public static boolean tells(String name) {
    return name.startsWith(SABOTAGED) || isOurs(name);
  }

  /** Connects. */
  public static Subject open(String name, String uri, Duration lease) {
    return name.startsWith(SABOTAGED)
        ? new SabotagedSubject(Flaw.of(name.substring(SABOTAGED.length())), uri, lease)
        : Library.of(name).open(uri, lease);
  }
}
