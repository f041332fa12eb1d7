package io.holdfast;

import org.jspecify.annotations.Nullable;

/** The lease was lost: what it guarded may be in other hands. Stop, and do not write. */
public final class LeaseLostException extends IllegalMonitorStateException {

  private static final long serialVersionUID = 1L;

  private final LeaseLoss loss;

  /** @param loss makes the message */
  public LeaseLostException(LeaseLoss loss) {
    this(loss, null);
  }

  /**
   * @param loss makes the message
   * @param cause what led to it; null if nothing did
   */
  public LeaseLostException(LeaseLoss loss, @Nullable Throwable cause) {
    super(loss.toString());
    this.loss = loss;
    if (cause != null) {
      initCause(cause);
    }
  }

  /** {@return the lock, the token and the reason} */
  public LeaseLoss loss() {
    return loss;
  }
}
