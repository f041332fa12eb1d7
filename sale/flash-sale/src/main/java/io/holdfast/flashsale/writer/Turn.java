package io.holdfast.flashsale.writer;

import io.holdfast.Lease;

/** The right to write the orders of a sale for a while. What counts in the end is its token, which every transaction presents. */
interface Turn extends AutoCloseable {

  /** Greater than that of every turn before. */
  long token();

  /** Whether it still lasts, as far as is known. */
  boolean isHeld();

  /** Ends it. */
  @Override
  void close();

  /** Ends as somebody does who dies: releases nothing. */
  void leave();

  /** As long as this lease. */
  static Turn of(Lease lease) {
    return new Turn() {
      @Override
      public long token() {
        return lease.token();
      }

      @Override
      public boolean isHeld() {
        return lease.isHeld();
      }

      @Override
      public void close() {
        lease.close();
      }

      @Override
      public void leave() {
        lease.leave();
      }
    };
  }
}
