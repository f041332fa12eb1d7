package io.holdfast.spring.metrics;

import io.holdfast.LockEvent;
import io.holdfast.LockListener;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Counts and times what happens to the locks of a client: tell it the events, and bind it to a registry.
 * What happened before it was bound is not counted. Thread-safe.
 */
public final class LockMetrics implements LockListener, MeterBinder {

  private final LimitedGroups groups;
  private final List<GroupMeters.Book> books = new CopyOnWriteArrayList<>();

  /**
   * Bound to no registry yet.
   *
   * @param groups the tags
   */
  public LockMetrics(LimitedGroups groups) {
    this.groups = groups;
  }

  @Override
  public void bindTo(MeterRegistry registry) {
    books.add(new GroupMeters.Book(registry));
  }

  @Override
  public void on(LockEvent event) {
    if (!books.isEmpty()) {
      String group = groups.groupOf(event.lockName());
      for (GroupMeters.Book book : books) {
        book.of(group).record(event);
      }
    }
  }
}
