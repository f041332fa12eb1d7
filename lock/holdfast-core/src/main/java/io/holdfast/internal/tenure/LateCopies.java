package io.holdfast.internal.tenure;

/** Copies of a request that may still be on their way to the server, and until when it would act on one. Immutable. */
public final class LateCopies {

  /** All that was sent has arrived. */
  public static final LateCopies NONE = new LateCopies(false, 0);

  private final boolean exist;
  private final long untilNanos;

  private LateCopies(boolean exist, long untilNanos) {
    this.exist = exist;
    this.untilNanos = untilNanos;
  }

  /** One may arrive until then. */
  public static LateCopies until(long nanos) {
    return new LateCopies(true, nanos);
  }

  /** These and the others. */
  public LateCopies and(LateCopies others) {
    if (!exist || !others.exist) {
      return exist ? this : others;
    }
    return others.untilNanos - untilNanos > 0 ? others : this;
  }

  /** Those that may arrive after that moment. */
  public LateCopies after(long nanos) {
    return mayRun(nanos) ? this : NONE;
  }

  /** Whether the server may still act on one. */
  public boolean mayRun(long nowNanos) {
    return exist && untilNanos - nowNanos > 0;
  }

  /** From when on the server acts on none: now, if there is none. */
  public long overNanos(long nowNanos) {
    return mayRun(nowNanos) ? untilNanos : nowNanos;
  }
}
