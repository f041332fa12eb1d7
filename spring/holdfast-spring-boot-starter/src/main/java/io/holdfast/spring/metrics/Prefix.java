package io.holdfast.spring.metrics;

/** The group in a lock's name, by the usual way to write such names. */
final class Prefix {

  private Prefix() {}

  static String of(String lockName) {
    int colon = lockName.indexOf(':');
    if (colon >= 0) {
      return bare(lockName.substring(0, colon));
    }
    return lockName.chars().anyMatch(Character::isDigit) ? LockGroups.OTHER : bare(lockName);
  }

  private static String bare(String part) {
    boolean isBraced = part.indexOf('{') >= 0 || part.indexOf('}') >= 0;
    return isBraced ? part.replace("{", "").replace("}", "") : part;
  }
}
