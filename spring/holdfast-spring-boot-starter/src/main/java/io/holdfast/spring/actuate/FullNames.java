package io.holdfast.spring.actuate;

import io.holdfast.DistributedLock;
import io.holdfast.Holdfast;

/**
 * Finds locks by the names they have on the server, where the client itself puts a text before each name.
 *
 * @param prefix that text; may be empty
 */
record FullNames(Holdfast holdfast, String prefix) {

  /**
   * The lock of exactly that name.
   *
   * @throws IllegalArgumentException if the client has no lock of that name
   */
  DistributedLock lock(String name) {
    if (!name.startsWith(prefix)) {
      throw new IllegalArgumentException("lock name '" + name + "' does not begin with '" + prefix
          + "', as all locks of this application do (holdfast.prefix): did you mean '" + prefix
          + name + "'?");
    }
    return holdfast.lock(name.substring(prefix.length()));
  }
}
