package io.holdfast.internal.protocol;

/**
 * One lock.
 *
 * @param kind what it is
 * @param name what it is called: the key on the server
 */
public record LockId(Kind kind, String name) {

  /** Where a release is published. */
  public String channel() {
    return kind.channelOf(name);
  }

  /** As messages name it. */
  @Override
  public String toString() {
    return "lock '" + name + "'";
  }
}
