package io.holdfast.internal;

import java.io.IOException;

/** Ways in which user code may throw, also out of methods that declare nothing. */
enum Throws {
  UNCHECKED,
  ERROR,
  CHECKED;

  void now() {
    Throws.<RuntimeException>sneakily(
        switch (this) {
          case UNCHECKED -> new IllegalStateException("of the test");
          case ERROR -> new NoSuchMethodError("of the test");
          case CHECKED -> new IOException("of the test");
        });
  }

  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
  private static <E extends Throwable> void sneakily(Throwable what) throws E {
    throw (E) what;
  }
}
