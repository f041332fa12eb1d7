package io.holdfast.flashsale.accept;

/**
 * What the script said.
 *
 * @param code how it went
 * @param left what is left afterwards; 0 if the sale is not known
 * @param durable whether the order is in the database
 * @param stamp that of the sale afterwards; 0 if nothing was accepted, now or earlier
 */
public record Acceptance(Code code, int left, boolean durable, long stamp) {

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
    /** Redis knows less of the sale than the caller, an older epoch or stamp: what it says does not count. */
    EPOCH,
    /** Redis does not know the sale: it has lost its data, or was never told. */
    GONE
  }
}
