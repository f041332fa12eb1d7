package io.holdfast.spring.boot;

import io.holdfast.Candidate;
import io.holdfast.DistributedLock;
import io.holdfast.Holdfast;
import io.holdfast.LockActivity;
import java.util.List;

/**
 * A client that puts a text before every name it is asked for. The name with the text is the lock's name from then
 * on: in {@link DistributedLock#name()}, on the server, in events and activities. Thread-safe.
 */
final class PrefixedHoldfast implements Holdfast {

  private final Holdfast holdfast;
  private final LockPrefix prefix;

  PrefixedHoldfast(Holdfast holdfast, LockPrefix prefix) {
    this.holdfast = holdfast;
    this.prefix = prefix;
  }

  @Override
  public DistributedLock lock(String name) {
    return holdfast.lock(prefix.before(name));
  }

  @Override
  public Candidate leader(String name) {
    return holdfast.leader(prefix.before(name));
  }

  @Override
  public List<LockActivity> activities() {
    return holdfast.activities();
  }

  @Override
  public void close() {
    holdfast.close();
  }

  @Override
  public String toString() {
    return holdfast.toString();
  }
}
