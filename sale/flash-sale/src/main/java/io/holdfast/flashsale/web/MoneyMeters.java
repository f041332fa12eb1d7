package io.holdfast.flashsale.web;

import io.holdfast.flashsale.payment.MoneyAudit;
import io.holdfast.flashsale.payment.MoneyAudit.Figures;
import io.holdfast.flashsale.work.BoundedPool;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.function.ToDoubleFunction;

/** What there is to know about money and fulfilment. Thread-safe. */
final class MoneyMeters implements MeterBinder {

  private final MoneyAudit audit;
  private final BoundedPool pool;

  MoneyMeters(MoneyAudit audit, BoundedPool pool) {
    this.audit = audit;
    this.pool = pool;
  }

  @Override
  public void bindTo(MeterRegistry registry) {
    Gauge.builder("flashsale.payments.inflight", pool, BoundedPool::busy)
        .description("Payments under way in this instance")
        .register(registry);
    gauge(registry, "flashsale.payments.open", "Payments without an answer", Figures::open);
    gauge(registry, "flashsale.refunds.due", "Refunds to be paid", Figures::refundsDue);
    gauge(
        registry,
        "flashsale.refunds.refused",
        "Refunds that the provider refuses",
        Figures::refundsRefused);
    gauge(
        registry,
        "flashsale.money.difference.cents",
        "Cents by which the ledgers are off",
        Figures::offCents);
    gauge(
        registry,
        "flashsale.fulfilment.waiting",
        "Events that fulfilment does not have yet",
        Figures::eventsWaiting);
    gauge(
        registry,
        "flashsale.fulfilment.dead",
        "Events for fulfilment that were given up",
        Figures::eventsDead);
  }

  private void gauge(
      MeterRegistry registry, String name, String what, ToDoubleFunction<Figures> value) {
    Gauge.builder(name, audit, of -> value.applyAsDouble(of.figures()))
        .description(what)
        .register(registry);
  }
}
