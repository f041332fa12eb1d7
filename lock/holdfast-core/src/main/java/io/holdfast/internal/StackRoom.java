package io.holdfast.internal;

/**
 * Room on a thread's stack. An overflow in the middle of the engine, or of the library below it, leaves things half
 * done for everybody; at the engine's door it is an error of the calling thread alone.
 */
public final class StackRoom {

  /*
   * A frame is as large as the most that any of its branches needs, also one that is hardly ever taken: here forty
   * values that live on behind a call. So 48 cheap calls use some 16 KB, several times what the engine needs, and cost
   * about a tenth of a microsecond.
   */
  private static final int FRAMES = 48;

  private static int turn; // racy, and that does not matter

  private StackRoom() {}

  /**
   * Uses as much of the stack as what follows will, and gives it back.
   *
   * @throws StackOverflowError if there is not enough
   */
  public static void ensure() {
    turn += FRAMES;
    if (use(FRAMES, turn) == Long.MIN_VALUE + 1) {
      turn++;
    }
  }

  private static long use(int frames, long seed) {
    if (frames == 0) {
      return seed;
    }
    if ((seed & 1023) == 0) {
      long a0 = seed * 3,
          b0 = seed * 5,
          c0 = seed * 7,
          d0 = seed * 9,
          e0 = seed * 11,
          f0 = seed * 13,
          g0 = seed * 15,
          h0 = seed * 17;
      long a1 = seed * 19,
          b1 = seed * 21,
          c1 = seed * 23,
          d1 = seed * 25,
          e1 = seed * 27,
          f1 = seed * 29,
          g1 = seed * 31,
          h1 = seed * 33;
      long a2 = seed * 35,
          b2 = seed * 37,
          c2 = seed * 39,
          d2 = seed * 41,
          e2 = seed * 43,
          f2 = seed * 45,
          g2 = seed * 47,
          h2 = seed * 49;
      long a3 = seed * 51,
          b3 = seed * 53,
          c3 = seed * 55,
          d3 = seed * 57,
          e3 = seed * 59,
          f3 = seed * 61,
          g3 = seed * 63,
          h3 = seed * 65;
      long a4 = seed * 67,
          b4 = seed * 69,
          c4 = seed * 71,
          d4 = seed * 73,
          e4 = seed * 75,
          f4 = seed * 77,
          g4 = seed * 79,
          h4 = seed * 81;
      long rest = use(frames - 1, seed + 1);
      return rest ^ a0 ^ b0 ^ c0 ^ d0 ^ e0 ^ f0 ^ g0 ^ h0 ^ a1 ^ b1 ^ c1 ^ d1 ^ e1 ^ f1 ^ g1 ^ h1
          ^ a2 ^ b2 ^ c2 ^ d2 ^ e2 ^ f2 ^ g2 ^ h2 ^ a3 ^ b3 ^ c3 ^ d3 ^ e3 ^ f3 ^ g3 ^ h3 ^ a4 ^ b4
          ^ c4 ^ d4 ^ e4 ^ f4 ^ g4 ^ h4;
    }
    return use(frames - 1, seed + 1) + 1;
  }
}
