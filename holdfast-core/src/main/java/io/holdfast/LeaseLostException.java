package io.holdfast;

/** The lease was lost: what it guarded may be in other hands. Stop, and do not write. */
public final class LeaseLostException extends IllegalMonitorStateException {

  private static final long serialVersionUID = 1L;

  private final transient LeaseLoss loss;

  public LeaseLostException(LeaseLoss loss) {
    super(loss.toString());
    this.loss = loss;
  }

  /** The lock, the token and the reason. */
  public LeaseLoss loss() {
    return loss;
  }
}
