package io.holdfast.spring.observation;

import io.micrometer.common.KeyValue;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/** What a tracer would have seen: every observation that has ended, in order, and how many are open. */
final class Spans implements ObservationHandler<Observation.Context> {

  private final List<Observation.Context> ended = new CopyOnWriteArrayList<>();
  private final List<Observation.Context> open = new CopyOnWriteArrayList<>();

  @Override
  public boolean supportsContext(Observation.Context context) {
    return true;
  }

  @Override
  public void onStart(Observation.Context context) {
    open.add(context);
  }

  @Override
  public void onStop(Observation.Context context) {
    open.remove(context);
    ended.add(context);
  }

  List<Span> ended() {
    return ended.stream().map(Span::of).toList();
  }

  List<Span> open() {
    return open.stream().map(Span::of).toList();
  }

  record Span(
      String name,
      @Nullable String parent,
      List<String> low,
      List<String> high,
      @Nullable Class<?> error) {

    static Span of(Observation.Context context) {
      return new Span(
          String.valueOf(context.getContextualName()),
          context.getParentObservation() == null
              ? null
              : context.getParentObservation().getContextView().getName(),
          context.getLowCardinalityKeyValues().stream().map(Span::text).sorted().toList(),
          context.getHighCardinalityKeyValues().stream()
              .map(Span::text)
              .sorted()
              .toList(),
          context.getError() == null ? null : context.getError().getClass());
    }

    private static String text(KeyValue pair) {
      return pair.getKey() + "=" + pair.getValue();
    }

    static Span waited(String outcome, @Nullable Class<?> error) {
      return new Span(
          "holdfast.wait",
          "request",
          List.of("holdfast.group=sku", "holdfast.outcome=" + outcome),
          List.of("holdfast.name=sku:1"),
          error);
    }

    static Span hold(String end, long token, @Nullable Class<?> error) {
      return new Span(
          "holdfast.hold",
          "request",
          List.of("holdfast.end=" + end, "holdfast.group=sku"),
          List.of("holdfast.name=sku:1", "holdfast.token=" + token),
          error);
    }
  }
}
