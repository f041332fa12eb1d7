package io.holdfast.flashsale.ladder;

import io.holdfast.flashsale.buying.Answer;
import io.holdfast.flashsale.buying.Purchase;
import io.holdfast.flashsale.sale.Sale;
import java.util.concurrent.CompletionStage;

/** Rung 11, the production path. */
public final class StreamRung implements Rung {

  public StreamRung(Surroundings surroundings) {}

  @Override
  public int number() {
    return 11;
  }

  @Override
  public void prepare(Sale sale) {
    io.holdfast.flashsale.work.Later.body();
  }

  @Override
  public CompletionStage<Answer> buy(Purchase purchase) {
    return io.holdfast.flashsale.work.Later.body();
  }
}
