package io.holdfast.flashsale.lab;

import io.holdfast.flashsale.lab.Standstill.Plan;
import io.holdfast.flashsale.ladder.InstanceFault;
import io.holdfast.flashsale.ladder.Point;
import io.holdfast.flashsale.ladder.Rungs;
import java.time.Duration;

/**
 * What a fault means on each rung. Under a rung's own fault everybody waits for whatever must come, so that the flaw
 * shows every time; under another one they wait a moment for what may not come at all.
 *
 * @param rung which rung
 * @param request what was asked for
 * @param timing how long things take
 */
record Mischiefs(int rung, RunRequest request, Timing timing) {

  private static final int ROUNDS = 5;

  Mischief of(InstanceFault fault) {
    return switch (fault) {
      case OWN -> of(Rungs.info(rung).fault());
      case NONE -> Mischief.NONE;
      case TOGETHER -> together();
      case CRASH_HOLDER ->
        rung == 10
            ? Crash.withBacklog(Point.DEDUCTED, nth(), Point.BEFORE_COMMIT, timing.forced())
            : Crash.at(holding(), rung == 12 ? 1 : nth());
      case KILL_WRITER -> Crash.at(writing(), rung > 9 ? 1 : nth());
      case SLOW_HOLDER -> standstill(fault, false);
      case PAUSE_HOLDER -> standstill(fault, true);
      case SLOW_RELEASE -> slowRelease();
      case DROP_REPLIES -> rung == 12 ? Mischief.NONE : new LostReplies(holding(), nth());
    };
  }

  /** Not the first sale: it should be seen that it sells. */
  private int nth() {
    return 1 + Math.min(20, request.stock() / 10);
  }

  private int others() {
    return request.stock() < 10 ? 1 : ROUNDS;
  }

  /** Where an instance has in its hands what the others need. */
  private Point holding() {
    return switch (rung) {
      case 1, 2 -> Point.READ;
      case 4 -> Point.KEY_SET;
      case 10 -> Point.DEDUCTED;
      case 11 -> Point.ACCEPTED;
      case 12 -> Point.BEFORE_COMMIT;
      default -> Point.LOCKED;
    };
  }

  /** Where an order is on its way to the database. */
  private Point writing() {
    return switch (rung) {
      case 10, 12 -> Point.BEFORE_COMMIT;
      case 11 -> Point.COMMITTED; // the worst moment: written, and nobody knows
      default -> Point.READ;
    };
  }

  private Mischief together() {
    Duration moment = timing.lockTime().dividedBy(4);
    Duration first = limit(InstanceFault.TOGETHER, moment);
    return switch (rung) {
      case 1 -> new Gathering(Math.min(10, Math.max(2, request.stock())), ROUNDS, first, moment);
      case 2 -> new Gathering(Math.max(2, request.instances()), ROUNDS, first, moment);
      default -> new Gathering(2, ROUNDS, moment, moment);
    };
  }

  private Mischief standstill(InstanceFault fault, boolean wholeInstance) {
    Duration limit = limit(fault, timing.lockTime().multipliedBy(2));
    return switch (rung) {
      case 10 ->
        new Standstill(
            new Plan(Point.DEDUCTED, nth(), Point.DEDUCTED, limit), others(), wholeInstance);
      case 11 ->
        new Standstill(new Plan(Point.BATCH_READ, 1, Point.COMMITTED, limit), 1, wholeInstance);
      case 12 ->
        new Standstill(new Plan(Point.BEFORE_COMMIT, 1, Point.COMMITTED, limit), 1, wholeInstance);
      default ->
        new Standstill(new Plan(Point.READ, nth(), Point.WRITTEN, limit), others(), wholeInstance);
    };
  }

  private Mischief slowRelease() {
    Duration first = limit(InstanceFault.SLOW_RELEASE, timing.lockTime().multipliedBy(2));
    Duration second = limit(InstanceFault.SLOW_RELEASE, timing.lockTime().dividedBy(3));
    return switch (rung) {
      case 1, 2, 10, 12 -> Mischief.NONE;
      case 6 -> new SlowRelease(Point.COMPARED, nth(), others(), first, second);
      case 11 -> new Standstill(new Plan(Point.COMMITTED, 1, Point.COMMITTED, first), 1, false);
      default -> new SlowRelease(Point.WRITTEN, nth(), others(), first, second);
    };
  }

  private Duration limit(InstanceFault fault, Duration otherwise) {
    boolean mustCome = Rungs.info(rung).fault() == fault && request.isTelling();
    return mustCome ? timing.forced() : otherwise;
  }
}
