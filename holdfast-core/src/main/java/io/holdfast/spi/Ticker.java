package io.holdfast.spi;

/** Where the engine reads time, so that tests can move it. */
public interface Ticker {

  /** The clocks of this machine. */
  Ticker SYSTEM = new Ticker() {
    @Override
    public long nanos() {
      return System.nanoTime();
    }

    @Override
    public long wallMillis() {
      return System.currentTimeMillis();
    }
  };

  /** Monotonic; from an arbitrary origin. */
  long nanos();

  /** Milliseconds since 1970; shows when the monotonic clock stood still (a suspended machine). */
  long wallMillis();
}
