package io.holdfast.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.slf4j.Marker;
import org.slf4j.event.Level;
import org.slf4j.helpers.LegacyAbstractLogger;
import org.slf4j.helpers.MessageFormatter;

/** A logger that keeps its lines, each after its level. */
final class RecordedLog extends LegacyAbstractLogger {

  private static final long serialVersionUID = 1L;

  private final transient List<String> lines = new CopyOnWriteArrayList<>();

  /** Those of this level. */
  List<String> lines(Level level) {
    return lines.stream().filter(line -> line.startsWith(level + " ")).toList();
  }

  /** Waits for a line with these words. */
  void await(Level level, String words) {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    while (lines(level).stream().noneMatch(line -> line.contains(words))) {
      assertThat(end - System.nanoTime()).as("time to wait for: %s", words).isPositive();
      LockSupport.parkNanos(1_000_000);
    }
  }

  @Override
  protected void handleNormalizedLoggingCall(
      Level level,
      @Nullable Marker marker,
      String message,
      Object @Nullable [] arguments,
      @Nullable Throwable failure) {
    lines.add(level + " " + MessageFormatter.basicArrayFormat(message, arguments)
        + (failure == null ? "" : " | " + failure.getMessage() + " " + failure.getStackTrace()[0]));
  }

  @Override
  protected @Nullable String getFullyQualifiedCallerName() {
    return null;
  }

  @Override
  public boolean isTraceEnabled() {
    return true;
  }

  @Override
  public boolean isDebugEnabled() {
    return true;
  }

  @Override
  public boolean isInfoEnabled() {
    return true;
  }

  @Override
  public boolean isWarnEnabled() {
    return true;
  }

  @Override
  public boolean isErrorEnabled() {
    return true;
  }
}
