package io.holdfast.flashsale.accept;

/**
 * What the script said.
 *
 * @param code how it went
 * @param left what is left afterwards, as far as the code tells
 */
public record Acceptance(Code code, int left) {

  /** As accept.lua writes them. */
  public enum Code {
    ACCEPTED,
    REPLAYED,
    KEY_REUSED,
    ENDED,
    PAUSED,
    NOT_STARTED,
    LIMIT_REACHED,
    SOLD_OUT,
    /** Redis has the sale under another epoch than the caller. */
    EPOCH,
    /** Redis does not know the sale: it has lost its data, or was never told. */
    GONE
  }
}
