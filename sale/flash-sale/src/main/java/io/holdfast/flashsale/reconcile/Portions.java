package io.holdfast.flashsale.reconcile;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Collects until there is enough to hand on. Not thread-safe. */
final class Portions<T> {

  private final int size;
  private final Consumer<List<T>> sink;
  private List<T> portion = new ArrayList<>();

  Portions(int size, Consumer<List<T>> sink) {
    this.size = size;
    this.sink = sink;
  }

  void add(T item) {
    portion.add(item);
    if (portion.size() == size) {
      finish();
    }
  }

  /** Hands on what is left. */
  void finish() {
    if (!portion.isEmpty()) {
      sink.accept(portion);
      portion = new ArrayList<>();
    }
  }
}
