package io.holdfast.flashsale.demo.http;

import org.jspecify.annotations.Nullable;

/** Says what is to be sent, and when. All methods are called by the thread of {@link HttpLoad}. */
public interface Work {

  /** The next request that is due, or null if none is now. It will be answered or fail. */
  @Nullable
  Exchange next(long nanos);

  /** Whether nothing will be due any more, and everything is answered. */
  boolean isDone();
}
