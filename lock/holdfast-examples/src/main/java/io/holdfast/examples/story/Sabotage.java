package io.holdfast.examples.story;

import java.util.Locale;

/** Ways to break the story on purpose, to see that its checks notice. */
enum Sabotage {
  /** Nothing is broken. */
  NONE,
  /** The actors do not take the lock. */
  SKIP_LOCK,
  /** The actors present a fresh number to the store instead of their token. */
  SKIP_FENCE;

  /** The system property that chooses: {@code none}, {@code skip-lock} or {@code skip-fence}. */
  static final String PROPERTY = "holdfast.story.sabotage";

  static Sabotage chosen() {
    String value = System.getProperty(PROPERTY, "none");
    for (Sabotage sabotage : values()) {
      if (sabotage.toString().equals(value)) {
        return sabotage;
      }
    }
    throw new IllegalArgumentException(
        "-D" + PROPERTY + "=" + value + " is not known: expected none, skip-lock or skip-fence");
  }

  /** Tells it to a child process. */
  String jvmOption() {
    return "-D" + PROPERTY + "=" + this;
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
