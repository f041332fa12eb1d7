package io.holdfast.spring;

import io.holdfast.Candidate;
import io.holdfast.DistributedLock;
import io.holdfast.Holdfast;
import io.holdfast.LockActivity;
import io.holdfast.LockState;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;

/** A client without a server: says what the test tells it to say. */
public final class FakeHoldfast implements Holdfast {

  public final List<LockActivity> activities = new CopyOnWriteArrayList<>();
  public final Map<String, Supplier<Optional<LockState>>> states = new ConcurrentHashMap<>();
  public final List<String> inspected = new CopyOnWriteArrayList<>();
  public volatile boolean isClosed;

  public FakeHoldfast waiting(String name, int callers, Duration longest) {
    activities.add(new LockActivity(name, Optional.empty(), callers, longest));
    return this;
  }

  public FakeHoldfast held(String name, long token) {
    activities.add(new LockActivity(
        name,
        Optional.of(
            new LockActivity.Held(token, Duration.ofSeconds(2), Duration.ofSeconds(20), true)),
        0,
        Duration.ZERO));
    return this;
  }

  @Override
  public DistributedLock lock(String name) {
    if (name.isBlank()) {
      throw new IllegalArgumentException("lock name is blank");
    }
    return (DistributedLock) Proxy.newProxyInstance(
        FakeHoldfast.class.getClassLoader(),
        new Class<?>[] {DistributedLock.class},
        (proxy, method, arguments) -> switch (method.getName()) {
          case "name" -> name;
          case "inspect" -> {
            inspected.add(name);
            yield states.getOrDefault(name, Optional::empty).get();
          }
          default -> throw new UnsupportedOperationException(method.getName());
        });
  }

  @Override
  public Candidate leader(String name) {
    throw new UnsupportedOperationException("no server behind '" + name + "'");
  }

  @Override
  public List<LockActivity> activities() {
    return List.copyOf(activities);
  }

  @Override
  public void close() {
    isClosed = true;
  }
}
