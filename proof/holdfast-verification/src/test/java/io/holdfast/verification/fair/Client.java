package io.holdfast.verification.fair;

import io.holdfast.verification.fair.Wire.Grant;
import io.holdfast.verification.fair.Wire.Reply;
import io.holdfast.verification.fair.Wire.Request;
import java.util.ArrayDeque;
import java.util.Deque;

/** A client with one seat, which goes by the engine's rules. */
final class Client {

  enum Phase {
    IDLE,
    WAITS,
    HOLDS,
    DEAD
  }

  static final long LEASE_MILLIS = 4_000;

  final int index;
  final Deque<Request> toServer = new ArrayDeque<>();
  final Deque<Reply> replies = new ArrayDeque<>();
  final Deque<Grant> messages = new ArrayDeque<>();
  final Deque<Integer> owed = new ArrayDeque<>(); // releases without an answer
  Phase phase = Phase.IDLE;
  int lives;
  int number;
  int join;
  boolean isInFlight;
  boolean isGivingUp;
  boolean isToAsk; // something says that it is worth it
  boolean isDeaf;
  int refused; // the last join that was
  int heardJoin; // of a grant that was heard while that join was in flight
  long refusedSentMillis;
  long deadlineMillis;
  long lastHeardMillis; // by the server
  boolean wasListening; // then

  Client(int index, int lives) {
    this.index = index;
    this.lives = lives;
  }

  String seat() {
    return "c" + index + ":s0";
  }

  void start(long now) {
    lives--;
    number++;
    join = 0;
    refused = 0;
    heardJoin = 0;
    phase = Phase.WAITS;
    ask(now);
  }

  void ask(long now) {
    isToAsk = false;
    isInFlight = true;
    toServer.add(new Request(index, true, number, ++join, now));
  }

  void giveUp(long now, Rules rules) {
    isGivingUp = true;
    if (!isInFlight) {
      end(now, rules != Rules.NOBODY_LEAVES);
    }
  }

  /** Nobody here has it, or waits for it. */
  void end(long now, boolean says) {
    phase = Phase.IDLE;
    isGivingUp = false;
    isToAsk = false;
    if (says) {
      release(number, now);
    }
  }

  void release(int ended, long now) {
    toServer.add(new Request(index, false, ended, 0, now));
  }

  void hear(Reply reply, long now, Rules rules) {
    Request to = reply.to();
    if (!to.isJoin()) {
      if (reply.stamp() < 0) {
        owed.add(to.number());
      }
      return;
    }
    if (phase != Phase.WAITS || to.number() != number || to.join() != join) {
      return; // believed by message
    }
    isInFlight = false;
    if (reply.stamp() > 0) {
      hold(to.sentMillis());
    } else if (reply.stamp() == 0) {
      refused = to.join();
      refusedSentMillis = to.sentMillis();
      if (heardJoin == to.join()) {
        hold(to.sentMillis());
      }
    } else {
      isToAsk = true;
    }
    if (isGivingUp) {
      end(now, rules != Rules.NOBODY_LEAVES || phase == Phase.HOLDS || reply.stamp() < 0);
    }
  }

  void hear(Grant grant, long now, Rules rules) {
    boolean isOfThisWait = grant.number() == number || rules == Rules.ANY_WAITS_MESSAGE_COUNTS;
    if (phase == Phase.WAITS && isOfThisWait) {
      boolean isOfLastJoin =
          grant.join() == refused || (rules != Rules.SOUND && rules != Rules.STALE_GRANTS_ARE_KEPT);
      if (isInFlight && rules == Rules.MESSAGE_COUNTS_IN_FLIGHT) {
        isInFlight = false;
        hold(now);
      } else if (!isInFlight && !isGivingUp && refused > 0 && isOfLastJoin) {
        hold(refusedSentMillis);
      } else {
        heardJoin = isInFlight ? grant.join() : 0;
        isToAsk = true;
      }
    } else if ((phase != Phase.HOLDS || grant.number() != number)
        && rules != Rules.STALE_GRANTS_ARE_KEPT) {
      release(grant.number(), now);
    }
  }

  private void hold(long sentMillis) {
    phase = Phase.HOLDS;
    isToAsk = false;
    deadlineMillis = sentMillis + LEASE_MILLIS;
  }

  boolean believes(long now) {
    return phase == Phase.HOLDS && now < deadlineMillis;
  }

  boolean isLive() {
    return phase != Phase.DEAD;
  }

  /** Nothing of it is under way. */
  boolean isQuiet() {
    return toServer.isEmpty() && replies.isEmpty() && messages.isEmpty() && owed.isEmpty();
  }

  Client copy() {
    Client copy = new Client(index, lives);
    copy.toServer.addAll(toServer);
    copy.replies.addAll(replies);
    copy.messages.addAll(messages);
    copy.owed.addAll(owed);
    copy.phase = phase;
    copy.number = number;
    copy.join = join;
    copy.isInFlight = isInFlight;
    copy.isGivingUp = isGivingUp;
    copy.isToAsk = isToAsk;
    copy.isDeaf = isDeaf;
    copy.refused = refused;
    copy.heardJoin = heardJoin;
    copy.refusedSentMillis = refusedSentMillis;
    copy.deadlineMillis = deadlineMillis;
    copy.lastHeardMillis = lastHeardMillis;
    copy.wasListening = wasListening;
    return copy;
  }

  @Override
  public String toString() {
    return index + "" + phase + lives + "/" + number + "." + join + isInFlight
        + isGivingUp
        + isToAsk + isDeaf + refused + heardJoin + "@" + refusedSentMillis + "," + deadlineMillis
        + ","
        + lastHeardMillis + wasListening + toServer + replies + messages + owed;
  }
}
