package io.holdfast.flashsale.sale;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A sale, as the database has it.
 *
 * @param id its number
 * @param name what is sold
 * @param rung how it is sold, 1 to 12
 * @param priceCents the price of one unit
 * @param perUser how many units one user may have
 * @param total how many units there are, restocked ones included
 * @param sold units of live orders; kept on rungs 11 and 12 only
 * @param opensAt when it begins
 * @param endsAt when it is over
 * @param status what the seller has decided
 * @param pauseReason why it is paused
 * @param epoch raised with every repair: what was promised under an older one is void
 * @param lab whether it belongs to a run of the Lab
 */
public record Sale(
    long id,
    String name,
    int rung,
    long priceCents,
    int perUser,
    int total,
    int sold,
    Instant opensAt,
    Instant endsAt,
    SaleStatus status,
    @Nullable String pauseReason,
    long epoch,
    boolean lab) {

  /** The rung of the production path. */
  public static final int PRODUCTION = 11;

  /** Whether Redis decides and a writer follows: the production path. */
  public boolean isProduction() {
    return rung == PRODUCTION;
  }
}
