package io.holdfast.flashsale.accept;

import io.holdfast.flashsale.sale.Sale;

/** A sale as arguments of the scripts that write it down. */
final class Description {

  /** Generations of one epoch stay below those of the next: no instance mistakes a new one for an old one. */
  private static final long GENERATIONS = 1_000_000_000L;

  /** The same with stamps: no change of one epoch is mistaken for one of another. */
  private static final long STAMPS = 10_000_000_000L;

  private Description() {}

  /** The stamp of a sale that was just introduced or rebuilt. */
  static long firstStamp(long epoch) {
    return epoch * STAMPS;
  }

  /** Without its stock. */
  static String[] brief(Sale sale) {
    return new String[] {
      Long.toString(sale.epoch()),
      sale.status().name(),
      Long.toString(sale.opensAt().toEpochMilli()),
      Long.toString(sale.endsAt().toEpochMilli()),
      Integer.toString(sale.perUser()),
      Integer.toString(sale.total())
    };
  }

  /** With what it has for sale when nothing is reserved. */
  static String[] whole(Sale sale) {
    String[] brief = brief(sale);
    return new String[] {
      brief[0],
      brief[1],
      brief[2],
      brief[3],
      brief[4],
      brief[5],
      Integer.toString(sale.total() - sale.sold()),
      Long.toString(sale.epoch() * GENERATIONS),
      Long.toString(firstStamp(sale.epoch())),
      KeySpace.GROUP
    };
  }
}
