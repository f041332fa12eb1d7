package io.holdfast.spring.locked;

import io.holdfast.Candidate;
import io.holdfast.DistributedLock;
import io.holdfast.Holdfast;
import io.holdfast.LockActivity;
import java.util.List;

/** A client without a server, for applications that only start. */
public final class StubHoldfast implements Holdfast {

  private volatile boolean isClosed;

  @Override
  public DistributedLock lock(String name) {
    throw new UnsupportedOperationException("no server behind lock '" + name + "'");
  }

  @Override
  public Candidate leader(String name) {
    throw new UnsupportedOperationException("no server behind '" + name + "'");
  }

  @Override
  public List<LockActivity> activities() {
    return List.of();
  }

  @Override
  public void close() {
    isClosed = true;
  }

  public boolean isClosed() {
    return isClosed;
  }
}
