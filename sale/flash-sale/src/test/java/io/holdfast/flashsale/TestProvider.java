package io.holdfast.flashsale;

import io.holdfast.flashsale.payment.Charge;
import io.holdfast.flashsale.payment.ChargeAnswer;
import io.holdfast.flashsale.payment.PaymentProvider;
import io.holdfast.flashsale.payment.Refund;
import io.holdfast.flashsale.payment.RefundAnswer;
import java.io.IOException;

/** A provider that does what a test says: its charges, and every refund. */
@FunctionalInterface
public interface TestProvider extends PaymentProvider {

  @Override
  ChargeAnswer charge(Charge charge) throws IOException, InterruptedException;

  @Override
  default RefundAnswer refund(Refund refund) throws IOException, InterruptedException {
    return RefundAnswer.RETURNED;
  }
}
