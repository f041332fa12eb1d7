package io.holdfast.verification.races;

import io.holdfast.DistributedLock;
import io.holdfast.Lease;
import java.util.concurrent.CompletableFuture;

/** What can meet the close of a client with a holder and a waiter: both are answered, and nothing is left. */
@SuppressWarnings("NullAway.Init") // open() comes first
final class CloseRaces {

  private CloseRaces() {}

  /** With a holder and a waiter. */
  abstract static class CloseRace extends Race {

    CompletableFuture<Lease> waiter;

    @Override
    void prepare() {
      super.prepare();
      waiter = client.lock(LOCK).acquireAsync();
    }

    @Override
    public final void one() {
      client.close();
    }

    @Override
    boolean isTold() {
      return lost.isDone() && isAnswered(waiter);
    }

    static boolean isAnswered(CompletableFuture<Lease> asked) {
      return asked.isDone()
          && (asked.isCompletedExceptionally() || !asked.join().isHeld());
    }
  }

  /** A caller that comes while the client closes, and the holder that gives back. */
  public static final class CloseAgainstAcquireAndRelease extends CloseRace {

    private DistributedLock lock;
    private CompletableFuture<Lease> late;

    @Override
    void prepare() {
      super.prepare();
      lock = client.lock(LOCK);
    }

    @Override
    public void other() {
      late = lock.acquireAsync();
      release();
    }

    @Override
    boolean isTold() {
      return released.isDone() && isAnswered(waiter) && isAnswered(late);
    }
  }

  public static final class CloseAgainstTheAnswerOfARenewal extends CloseRace {

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

  /** The server has lost the lock, and says so while the client closes. */
  public static final class CloseAgainstALoss extends CloseRace {

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
  }

  public static final class CloseAgainstAMessage extends CloseRace {

    @Override
    public void other() {
      gateway.message(LOCK);
    }
  }

  public static final class CloseAgainstCancel extends CloseRace {

    @Override
    public void other() {
      waiter.cancel(false);
    }
  }
}
