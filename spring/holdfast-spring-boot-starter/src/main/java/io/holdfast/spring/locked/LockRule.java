package io.holdfast.spring.locked;

import io.holdfast.LeaseOptions;
import java.lang.reflect.Method;
import java.time.Duration;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.convert.DurationStyle;

/**
 * One annotation, read and checked.
 *
 * @param client the bean name of the client that has them; empty for the only or primary one
 * @param names of its locks
 * @param waitTime how long to wait
 * @param lease what to ask for
 * @param holdAtLeast how long to keep what was granted
 * @param whenRefused what to do then
 */
record LockRule(
    String client,
    LockNames names,
    Duration waitTime,
    LeaseOptions lease,
    Duration holdAtLeast,
    WhenRefused whenRefused) {

  private static final String FOR_EVER = "forever";
  private static final Duration LIFE_OF_A_PROCESS = Duration.ofDays(3650);
  private static final String DEFAULT_WAIT = "${holdfast.locked.wait-time:10s}";

  /**
   * Reads an annotation.
   *
   * @throws IllegalStateException if something is wrong with it, naming the method and what was expected
   */
  static LockRule of(
      Locked annotation,
      Method method,
      Class<?> targetClass,
      ConfigurableListableBeanFactory beans) {
    Reader reader = new Reader(method, beans);
    WhenRefused whenRefused = WhenRefused.of(annotation, method, targetClass);
    return new LockRule(
        reader.client(annotation),
        reader.names(annotation),
        reader.waitTime(annotation),
        reader.lease(annotation),
        reader.holdAtLeast(annotation),
        whenRefused);
  }

  private record Reader(Method method, ConfigurableListableBeanFactory beans) {

    String client(Locked annotation) {
      String client = resolved("client", annotation.client());
      return client.isEmpty() ? "" : new Clients(beans).nameOf(declaration(), client);
    }

    LockNames names(Locked annotation) {
      boolean hasName = !annotation.name().isEmpty();
      if (hasName == annotation.value().length > 0) {
        throw declaration()
            .wrong((hasName ? "name and expression are both given" : "no name is given")
                + ": expected either an expression, @Locked(\"'order:' + #id\"),"
                + " or literal text, @Locked(name = \"nightly-report\")");
      }
      return hasName
          ? LockNames.literal(method, beans, annotation.name())
          : LockNames.expressions(method, beans, annotation.value());
    }

    Duration waitTime(Locked annotation) {
      String text = annotation.waitTime();
      if (text.isEmpty()) {
        text = annotation.refused() == Refusal.SKIP ? "0" : DEFAULT_WAIT;
      }
      String resolved = resolved("waitTime", text);
      return resolved.equals(FOR_EVER) ? LIFE_OF_A_PROCESS : duration("waitTime", resolved);
    }

    LeaseOptions lease(Locked annotation) {
      if (annotation.leaseTime().isEmpty()) {
        return LeaseOptions.renewed();
      }
      Duration time = duration("leaseTime", resolved("leaseTime", annotation.leaseTime()));
      try {
        return LeaseOptions.fixed(time);
      } catch (IllegalArgumentException e) {
        throw declaration().wrong(String.valueOf(e.getMessage()), e);
      }
    }

    Duration holdAtLeast(Locked annotation) {
      String text = annotation.holdAtLeast();
      if (text.isEmpty()) {
        return Duration.ZERO;
      }
      Duration time = duration("holdAtLeast", resolved("holdAtLeast", text));
      if (time.compareTo(LeaseOptions.LONGEST) > 0) {
        throw declaration()
            .wrong(
                "holdAtLeast \"" + text + "\" is too long: a lease is kept for 24 hours at most");
      }
      return time;
    }

    private String resolved(String attribute, String text) {
      try {
        String resolved = beans.resolveEmbeddedValue(text);
        return resolved == null ? "" : resolved.trim();
      } catch (IllegalArgumentException e) {
        throw declaration().wrong(attribute + " \"" + text + "\": " + e.getMessage(), e);
      }
    }

    private Duration duration(String attribute, String text) {
      try {
        Duration duration = DurationStyle.detectAndParse(text);
        if (duration.isNegative()) {
          throw new IllegalArgumentException("it is negative");
        }
        return duration;
      } catch (IllegalArgumentException e) {
        throw declaration()
            .wrong(
                attribute + " \"" + text
                    + "\" is no duration: expected one such as 500ms, 10s or PT1M"
                    + (attribute.equals("waitTime") ? ", or " + FOR_EVER : ""),
                e);
      }
    }

    private LockedDeclaration declaration() {
      return new LockedDeclaration(method);
    }
  }
}
