package io.holdfast.flashsale.ladder;

import io.holdfast.flashsale.accept.Acceptance;
import io.holdfast.flashsale.accept.KeySpace;
import io.holdfast.flashsale.accept.SaleMemory;
import io.holdfast.flashsale.accept.Script;
import io.holdfast.flashsale.buying.Purchase;
import io.holdfast.flashsale.buying.PurchaseAnswer;
import io.holdfast.flashsale.buying.PurchaseAnswer.Accepted;
import io.holdfast.flashsale.buying.PurchaseAnswer.Reason;
import io.holdfast.flashsale.buying.PurchaseAnswer.Refused;
import io.holdfast.flashsale.buying.PurchaseAnswer.Unknown;
import io.holdfast.flashsale.sale.Sale;
import io.holdfast.flashsale.sale.SaleStatus;
import io.lettuce.core.ScriptOutputType;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;

/**
 * Rung 10: Redis checks and subtracts in one step, so nothing is sold twice; the order then waits in the memory of
 * this process. Whatever is there when the process dies was promised, and is lost. Blocks its caller for the reply.
 */
final class LuaStepRung implements Rung {

  private static final Script DEDUCT =
      Script.named("/io/holdfast/flashsale/ladder/deduct.lua", ScriptOutputType.MULTI);

  private final Surroundings surroundings;
  private final MemoryQueue queue;

  LuaStepRung(Surroundings surroundings) {
    this.surroundings = surroundings;
    this.queue = new MemoryQueue(surroundings);
  }

  @Override
  public int number() {
    return 10;
  }

  @Override
  public void prepare(Sale sale) {
    new SaleMemory(surroundings.redis()).introduce(sale);
  }

  @Override
  public CompletionStage<PurchaseAnswer> buy(Purchase purchase) {
    return CompletableFuture.completedStage(outcome(purchase));
  }

  private PurchaseAnswer outcome(Purchase purchase) {
    if (queue.isFull()) {
      return new Refused(Reason.BUSY);
    }
    try {
      List<Object> reply = deduct(purchase).toCompletableFuture().join();
      return answer(
          purchase,
          Acceptance.Code.valueOf((String) reply.get(0)),
          ((Long) reply.get(1)).intValue());
    } catch (CompletionException e) {
      return new Unknown("no reply from Redis: " + e.getCause());
    } catch (Points.Crashed e) {
      return new Unknown(e.toString());
    }
  }

  private CompletionStage<List<Object>> deduct(Purchase purchase) {
    KeySpace keys = new KeySpace(purchase.sale().id());
    return DEDUCT.run(
        surroundings.redis(),
        new String[] {keys.sale(), keys.answers(), keys.users()},
        purchase.user(),
        purchase.key(),
        purchase.orderId().toString(),
        Integer.toString(purchase.quantity()));
  }

  private PurchaseAnswer answer(Purchase purchase, Acceptance.Code code, int left) {
    return switch (code) {
      case ACCEPTED -> {
        surroundings.points().passed(Point.DEDUCTED, purchase.sale().id());
        queue.add(purchase);
        yield new Accepted(purchase.orderId(), false, false, left);
      }
      case REPLAYED -> new Accepted(purchase.orderId(), false, true, left);
      case KEY_REUSED -> new Refused(Reason.KEY_REUSED);
      case ENDED -> new Refused(Reason.ENDED);
      case PAUSED, EPOCH, GONE ->
        new Refused(purchase.sale().status() == SaleStatus.CLOSED ? Reason.ENDED : Reason.PAUSED);
      case NOT_STARTED -> new Refused(Reason.NOT_STARTED);
      case LIMIT_REACHED -> new Refused(Reason.LIMIT_REACHED);
      case SOLD_OUT -> new Refused(Reason.SOLD_OUT);
    };
  }

  /** Writes what still waits; only a crash loses it. */
  @Override
  public void close() {
    queue.close();
  }
}
