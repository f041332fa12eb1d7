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

  /** {@return nanoseconds of a monotonic clock, from an arbitrary origin} */
  long nanos();

  /** {@return milliseconds since 1970} Shows when the monotonic clock stood still (a suspended machine). */
  long wallMillis();
}
