package io.holdfast.flashsale.work;

/** Stands where something is still to be written. */
public final class Later {

  private Later() {}

  @SuppressWarnings({"DoNotCallSuggester", "TypeParameterUnusedInFormals"})
  public static <T> T body() {
    throw new UnsupportedOperationException("not written yet");
  }
}
