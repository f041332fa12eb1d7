package io.holdfast.internal;

/**
 * What a client keeps, in numbers; all zero when nothing is held, waited for or cleaned up.
 *
 * @param delegates locks with something to do
 * @param channels that are listened to
 * @param watched leases that are renewed
 * @param farewells tenures that are being released
 * @param threads that hold a lock, or did
 */
public record Footprint(int delegates, int channels, int watched, int farewells, int threads) {

  public static final Footprint NOTHING = new Footprint(0, 0, 0, 0, 0);
}
