package io.holdfast;

import org.jspecify.annotations.Nullable;

/** The lease was lost: what it guarded may be in other hands. Stop, and do not write. */
public final class LeaseLostException extends IllegalMonitorStateException {

  private static final long serialVersionUID = 1L;

  private final LeaseLoss loss;

  public LeaseLostException(LeaseLoss loss) {
    this(loss, null);
  }

  public LeaseLostException(LeaseLoss loss, @Nullable Throwable cause) {
    super(loss.toString());
    this.loss = loss;
    if (cause != null) {
      initCause(cause);
    }
  }

  /** The lock, the token and the reason. */
  public LeaseLoss loss() {
    return loss;
  }
}
