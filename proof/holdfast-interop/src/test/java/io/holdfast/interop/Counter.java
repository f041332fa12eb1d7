package io.holdfast.interop;

/** A number that only a lock protects: neither volatile nor atomic, and in no hurry between read and write. */
final class Counter {

  private int value;

  @SuppressWarnings("ThreadPriorityCheck") // the yield only invites others in; nothing relies on it
  void increment() {
    int seen = value;
    Thread.yield();
    value = seen + 1;
  }

  int value() {
    return value;
  }
}
