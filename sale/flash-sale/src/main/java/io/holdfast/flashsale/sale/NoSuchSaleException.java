package io.holdfast.flashsale.sale;

/** There is no sale of that number. */
public final class NoSuchSaleException extends RuntimeException {

  private static final long serialVersionUID = 1;

  public NoSuchSaleException(long saleId) {
    super("sale " + saleId + " does not exist");
  }
}
