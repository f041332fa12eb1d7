package io.holdfast.spring.observation;

import java.io.IOException;

/** Every kind of what code that is not ours can throw out of a method that declares nothing. */
enum WayToThrow {
  UNCHECKED {
    @Override
    Throwable made() {
      return new IllegalStateException("the application's own trouble");
    }
  },
  ERROR {
    @Override
    Throwable made() {
      return new NoSuchMethodError("a library of another version");
    }
  },
  /** As Kotlin and Groovy do, and Java with generics. */
  UNDECLARED {
    @Override
    Throwable made() {
      return new IOException("checked, and not declared");
    }
  };

  abstract Throwable made();

  void doThrow() {
    WayToThrow.<RuntimeException>undeclared(made());
  }

  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // that is the trick
  private static <X extends Throwable> void undeclared(Throwable failure) throws X {
    throw (X) failure;
  }
}
