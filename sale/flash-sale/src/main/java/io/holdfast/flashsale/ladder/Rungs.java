package io.holdfast.flashsale.ladder;

import java.util.List;

/** The twelve rungs: what there is to say about each, and how to make one. */
public final class Rungs {

  private static final List<RungInfo> ALL = List.of(
      new RungInfo(
          1,
          "Naive",
          "Read the stock, subtract one, write it back.",
          "many buyers get the same unit",
          "Two buyers look at the shelf at the same time, both see ten left, and both write down nine."
              + " Two units are sold, one is missing from the books: in the end more is sold than there was.",
          InstanceFault.TOGETHER,
          "OVERSOLD"),
      new RungInfo(
          2,
          "synchronized",
          "The same, one buyer at a time inside each process.",
          "two instances",
          "The word synchronized lets one thread in at a time, but only of its own process. As soon as the service"
              + " runs twice, a buyer of the one and a buyer of the other are at the shelf together.",
          InstanceFault.TOGETHER,
          "OVERSOLD"),
      new RungInfo(
          3,
          "SETNX",
          "A key in Redis says that somebody is at the shelf; who can set it goes in, and deletes it afterwards.",
          "a crash blocks the sale for ever",
          "The key has no end. If the process that set it dies before it deletes it, the key stays, and nobody"
              + " ever gets in again although there are units left.",
          InstanceFault.CRASH_HOLDER,
          "STUCK"),
      new RungInfo(
          4,
          "SETNX, then EXPIRE",
          "The same, and a second command gives the key an end.",
          "a crash between the two commands",
          "Between the first command and the second one the key has no end yet. A process that dies exactly there"
              + " blocks the sale for ever: rarer than before, and just as final.",
          InstanceFault.CRASH_HOLDER,
          "STUCK"),
      new RungInfo(
          5,
          "SET NX PX",
          "One command sets the key together with its end; whoever is done deletes it.",
          "work longer than the expiry: it frees somebody else's lock",
          "A slow buyer is still at the shelf when the key ends, so the next one goes in: two at once. And when"
              + " the slow one is done it deletes the key, which by now is the next one's, and lets in a third.",
          InstanceFault.SLOW_HOLDER,
          "OVERSOLD"),
      new RungInfo(
          6,
          "Owner check",
          "The key carries its owner's name: look whether it is ours, then delete it.",
          "another holder between the look and the delete",
          "The look and the delete are two commands. If the key ends between them, it is somebody else's when it"
              + " is deleted, and one more buyer is let in while that one is still at the shelf.",
          InstanceFault.SLOW_RELEASE,
          "OVERSOLD"),
      new RungInfo(
          7,
          "Lua compare-and-delete",
          "The same in one step on the server, so that nobody frees a lock that is not theirs.",
          "work outlives the lock: two at once",
          "Nobody deletes another's key any more, but the key still ends after a fixed time. Work that takes longer"
              + " goes on without a lock, beside the next one who has it.",
          InstanceFault.SLOW_HOLDER,
          "OVERSOLD"),
      new RungInfo(
          8,
          "Holdfast lock",
          "The lock is renewed while the process lives, and its release wakes the next one.",
          "only a pause longer than the lease",
          "Slow work is no danger any more, because a living process renews its lock. But a process that stands"
              + " still as a whole renews nothing: when it wakes up it writes, though the lock is another's by now.",
          InstanceFault.PAUSE_HOLDER,
          "OVERSOLD"),
      new RungInfo(
          9,
          "Holdfast lock and its token",
          "Every lock comes with a number that only grows; the shelf remembers it and refuses a smaller one.",
          "nothing",
          "A process that slept through its lock still writes, but with an old number, and the database refuses it."
              + " It is safe, and as slow as any queue in front of one shelf.",
          InstanceFault.PAUSE_HOLDER,
          "EXACT"),
      new RungInfo(
          10,
          "One Lua step, no lock",
          "Redis checks and subtracts in one step; the order waits in memory until a thread writes it.",
          "the order is lost when the process dies after it",
          "Redis does one thing after the other, so nothing is sold twice, and it is fast. But the unit is taken"
              + " in one place and the order written in another: a process that dies in between loses the order.",
          InstanceFault.CRASH_HOLDER,
          "LOST"),
      new RungInfo(
          11,
          "Lua step, stream and writer",
          "The same step also puts the order into a stream in Redis; a writer carries it to the database in batches.",
          "nothing",
          "Taking the unit and noting the order are one step, so no crash can come between them. If the writer"
              + " dies, another one finds what was not written, and nothing is written twice.",
          InstanceFault.KILL_WRITER,
          "EXACT"),
      new RungInfo(
          12,
          "Group commit",
          "No Redis: one thread collects many buyers and sells to all of them in one transaction of the database.",
          "nothing",
          "The database alone decides, and a transaction happens as a whole or not at all. It is fast because"
              + " hundreds of buyers share the price of one commit.",
          InstanceFault.KILL_WRITER,
          "EXACT"));

  private Rungs() {}

  /** All of them, in order. */
  public static List<RungInfo> all() {
    return ALL;
  }

  /** That one. */
  public static RungInfo info(int number) {
    if (number < 1 || number > ALL.size()) {
      throw new IllegalArgumentException("rung " + number + ": expected 1 to " + ALL.size());
    }
    return ALL.get(number - 1);
  }

  /**
   * Makes that rung for one instance.
   *
   * @throws IllegalArgumentException if there is no such rung
   */
  public static Rung create(int number, Surroundings surroundings) {
    return switch (number) {
      case 1 -> new NaiveRung(surroundings);
      case 2 -> new SynchronizedRung(surroundings);
      case 3 -> new SetnxRung(surroundings);
      case 4 -> new SetnxExpireRung(surroundings);
      case 5 -> new SetNxPxRung(surroundings);
      case 6 -> new OwnerCheckRung(surroundings);
      case 7 -> new CompareAndDeleteRung(surroundings);
      case 8 -> new HoldfastRung(surroundings);
      case 9 -> new FencedRung(surroundings);
      case 10 -> new LuaStepRung(surroundings);
      case 11 -> new StreamRung(surroundings);
      case 12 -> new GroupCommitRung(surroundings);
      default ->
        throw new IllegalArgumentException("rung " + number + ": expected 1 to " + ALL.size());
    };
  }
}
