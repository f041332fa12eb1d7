package io.holdfast.flashsale.ladder;

/** Told whenever a rung passes a {@link Point}. It may block there, or throw {@link Crashed}. */
@FunctionalInterface
public interface Points {

  /** Nobody is interested: the service itself. */
  Points NONE = (point, saleId) -> {};

  void passed(Point point, long saleId);

  /** This instance ends here, as if by {@code kill -9}; nothing it does afterwards reaches Redis. */
  final class Crashed extends RuntimeException {

    private static final long serialVersionUID = 1;

    public Crashed(Point point) {
      super("crashed at " + point);
    }
  }
}
