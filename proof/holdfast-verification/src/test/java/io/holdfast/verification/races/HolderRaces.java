package io.holdfast.verification.races;

import io.holdfast.Lease;
import io.holdfast.LeaseOptions;
import java.util.concurrent.CompletableFuture;

/** What can meet a holder's release. */
@SuppressWarnings("NullAway.Init") // open() comes first
final class HolderRaces {

  private HolderRaces() {}

  /** The holder releases, and is told so unless a race says otherwise. */
  abstract static class HolderRace extends Race {

    @Override
    public final void one() {
      release();
    }

    @Override
    boolean isTold() {
      return isReleased();
    }
  }

  /** A message makes the holder ask the server whether the lock is still its own. */
  public static final class ReleaseAgainstAMessage extends HolderRace {

    @Override
    public void other() {
      gateway.message(LOCK);
    }
  }

  /** Whatever the order: the holder that released is told so, and nothing is renewed behind it. */
  public static final class ReleaseAgainstTheAnswerOfARenewal extends HolderRace {

    private DirectGateway.Answering renewal;

    @Override
    void prepare() {
      super.prepare();
      renewal = renewalOnItsWay();
    }

    @Override
    public void other() {
      renewal.arrives();
    }
  }

  /** The server has lost the lock, and says so in the answer to a renewal: told once, by one of the two. */
  public static final class ReleaseAgainstARefusedRenewal extends HolderRace {

    private DirectGateway.Answering renewal;

    @Override
    void prepare() {
      super.prepare();
      gateway.loseData();
      renewal = renewalOnItsWay();
    }

    @Override
    public void other() {
      renewal.arrives();
    }

    @Override
    boolean isTold() {
      return lost.isDone() && released.isCompletedExceptionally();
    }
  }

  /** A round that comes late: a tenure that is over is renewed for nobody. */
  public static final class ReleaseAgainstARoundOfTheWatchdog extends HolderRace {

    @Override
    void prepare() {
      super.prepare();
      gateway.pass(A_THIRD);
    }

    @Override
    public void other() {
      gateway.fireTimers();
    }
  }

  /** The alarm of the deadline: over by the clock, so the release must say that it is lost. */
  public static final class ReleaseAgainstTheDeadline extends HolderRace {

    @Override
    void prepare() {
      hold(LeaseOptions.fixed(A_THIRD));
      gateway.pass(A_THIRD);
    }

    @Override
    public void other() {
      gateway.fireTimers();
    }

    @Override
    boolean isTold() {
      return lost.isDone() && released.isCompletedExceptionally();
    }
  }

  /** By two threads of the holder: one of them ends it, and the other finds it ended. */
  public static final class ReleaseAgainstRelease extends HolderRace {

    private CompletableFuture<?> again;

    @Override
    public void other() {
      again = lease.releaseAsync();
    }

    @Override
    boolean isTold() {
      return isReleased() && again.isDone() && !again.isCompletedExceptionally();
    }
  }

  /** Who is next changes its mind: it has the lock or it has not, and is the only one to have it. */
  public static final class HandOverAgainstCancel extends HolderRace {

    private CompletableFuture<Lease> waiter;

    @Override
    void prepare() {
      super.prepare();
      waiter = client.lock(LOCK).acquireAsync();
    }

    @Override
    public void other() {
      waiter.cancel(false);
    }

    @Override
    boolean isTold() {
      if (!waiter.isDone()) {
        return false;
      }
      if (!waiter.isCancelled()) {
        waiter.join().close();
      }
      return isReleased();
    }
  }

  /** Somebody comes just as the lock is given back: it is handed over or asked for, and never forgotten. */
  public static final class ReleaseAgainstAcquire extends HolderRace {

    private CompletableFuture<Lease> waiter;

    @Override
    public void other() {
      waiter = client.lock(LOCK).acquireAsync();
    }

    @Override
    boolean isTold() {
      if (!waiter.isDone()
          || waiter.join().token() <= lease.token()
          || client.activities().size() != 1) {
        return false;
      }
      waiter.join().close();
      return isReleased();
    }
  }
}
