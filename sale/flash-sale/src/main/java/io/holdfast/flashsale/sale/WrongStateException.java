package io.holdfast.flashsale.sale;

/** An operator's wish that does not fit the state of the sale; nothing has changed. */
public final class WrongStateException extends RuntimeException {

  private static final long serialVersionUID = 1;

  public WrongStateException(long saleId, String why) {
    super("sale " + saleId + ": " + why);
  }
}
