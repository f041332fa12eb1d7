package io.holdfast.spring.actuate;

import io.holdfast.Holdfast;
import io.holdfast.LockActivity;
import io.holdfast.ServerErrorException;
import io.holdfast.spi.ErrorReplyException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Whether the server answers this client. Asks it about one lock name, which takes one round trip, or at
 * most one command timeout. Trouble with single leases is told in the details and changes nothing: an
 * instance that lost a lease works on, and taking it out of rotation would help nobody. Thread-safe.
 */
public final class LockHealth {

  private final Holdfast holdfast;
  private final RecentTrouble trouble;
  private final String lockName;

  /**
   * Asks by one client.
   *
   * @param holdfast the client
   * @param trouble what it has been told of late
   * @param lockName the lock that is asked about; nobody needs to use it
   */
  public LockHealth(Holdfast holdfast, RecentTrouble trouble, String lockName) {
    this.holdfast = holdfast;
    this.trouble = trouble;
    this.lockName = lockName;
  }

  /**
   * What was found.
   *
   * @param details for people, in the order in which they are shown
   * @param failure why the server counts as not reachable; null if it is
   */
  public record Finding(
      Map<String, Object> details, @Nullable RuntimeException failure) {}

  /**
   * Asks the server, and adds what this client knows.
   *
   * @return what was found; a server that does not answer is no exception
   */
  public Finding look() {
    Map<String, Object> details = new LinkedHashMap<>();
    long asked = System.nanoTime();
    RuntimeException failure = ask();
    String time = millis(Duration.ofNanos(System.nanoTime() - asked));
    details.put(failure == null ? "answeredIn" : "gaveUpAfter", time);
    addActivity(details);
    addTrouble(details);
    return new Finding(details, failure);
  }

  private @Nullable RuntimeException ask() {
    try {
      holdfast.lock(lockName).inspect();
      return null;
    } catch (ServerErrorException e) {
      return isAnswer(e) ? null : e;
    } catch (RuntimeException e) {
      return e;
    }
  }

  /** A user whose rights are limited to other names was answered, which is what we wanted to know. */
  private static boolean isAnswer(ServerErrorException e) {
    for (Throwable cause = e; cause != null; cause = cause.getCause()) {
      if (cause instanceof ErrorReplyException reply) {
        return reply.code().equals("NOPERM");
      }
    }
    return false;
  }

  private void addActivity(Map<String, Object> details) {
    List<LockActivity> activities = holdfast.activities();
    details.put(
        "held",
        activities.stream().filter(activity -> activity.held().isPresent()).count());
    details.put("waiting", activities.stream().mapToInt(LockActivity::waiting).sum());
    activities.stream()
        .map(LockActivity::longestWait)
        .filter(wait -> !wait.isZero())
        .max(Duration::compareTo)
        .ifPresent(wait -> details.put("longestWait", millis(wait)));
  }

  private void addTrouble(Map<String, Object> details) {
    details.put("renewalLag", millis(trouble.renewalLag()));
    details.put("atRisk", trouble.atRiskInAll());
    details.put("lost", trouble.lostInAll());
    List<RecentTrouble.Loss> lately = trouble.losses();
    if (!lately.isEmpty()) {
      RecentTrouble.Loss last = lately.get(lately.size() - 1);
      details.put("lostLately", lately.size());
      details.put("lastLoss", last.at() + ": " + last.loss());
    }
  }

  private static String millis(Duration time) {
    return time.toMillis() + " ms";
  }
}
