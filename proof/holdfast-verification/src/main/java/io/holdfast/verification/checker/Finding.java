package io.holdfast.verification.checker;

import java.util.ArrayList;
import java.util.List;

/**
 * What a checker found.
 *
 * @param count how many violations
 * @param examples the first of them, in words
 */
public record Finding(long count, List<String> examples) {

  private static final int MOST_EXAMPLES = 5;

  public Finding {
    examples = examples.stream().limit(MOST_EXAMPLES).toList();
  }

  /** One violation per line. */
  public static Finding of(List<String> violations) {
    return new Finding(violations.size(), violations);
  }

  /** Both together. */
  public Finding and(Finding other) {
    List<String> both = new ArrayList<>(examples);
    both.addAll(other.examples);
    return new Finding(count + other.count, both);
  }
}
