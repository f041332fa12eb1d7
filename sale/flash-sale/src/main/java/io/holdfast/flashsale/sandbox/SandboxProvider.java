package io.holdfast.flashsale.sandbox;

import io.holdfast.flashsale.payment.Charge;
import io.holdfast.flashsale.payment.ChargeAnswer;
import io.holdfast.flashsale.payment.PaymentProvider;
import io.holdfast.flashsale.payment.Refund;
import io.holdfast.flashsale.payment.RefundAnswer;
import java.io.IOException;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * A provider that moves no money. It declines, delays, loses answers, gives them later and twice, as it is told. Its
 * books are tables of its own, so that they survive the death of whoever asks: what it has taken and given back can be
 * compared with what we have noted. It pays every refund it is asked for, were it for nothing: its books show the
 * mistake. Thread-safe.
 */
public final class SandboxProvider implements PaymentProvider {

  private final JdbcClient jdbc;
  private final Mischief mischief;
  private final Notices notices;

  public SandboxProvider(DataSource database, Mischief mischief, Notices notices) {
    this.jdbc = JdbcClient.create(database);
    this.mischief = mischief;
    this.notices = notices;
  }

  @Override
  public ChargeAnswer charge(Charge charge) throws IOException, InterruptedException {
    TimeUnit.NANOSECONDS.sleep(mischief.delay().toNanos());
    boolean isDeclined = mischief.strikes(mischief.declined(), "declined", charge.attempt());
    return answer(charge, isDeclined ? ChargeAnswer.DECLINED : ChargeAnswer.TAKEN);
  }

  @Override
  public ChargeAnswer withdraw(Charge charge) throws IOException, InterruptedException {
    TimeUnit.NANOSECONDS.sleep(mischief.delay().toNanos());
    return answer(charge, ChargeAnswer.DECLINED);
  }

  /** Whatever was decided first stands. */
  private ChargeAnswer answer(Charge charge, ChargeAnswer decision) throws IOException {
    UUID id = charge.attempt();
    boolean isNew =
        jdbc.sql("""
            insert into sandbox_payments (attempt_id, amount_cents, outcome) values (?, ?, ?)
            on conflict (attempt_id) do nothing""").params(id, charge.amountCents(), decision.name()).update() == 1;
    ChargeAnswer outcome =
        ChargeAnswer.valueOf(jdbc.sql("select outcome from sandbox_payments where attempt_id = ?")
            .param(id)
            .query(String.class)
            .single());
    return isNew && isLate(charge, outcome.name(), "charge") ? ChargeAnswer.LATER : outcome;
  }

  @Override
  public RefundAnswer refund(Refund refund) throws IOException, InterruptedException {
    TimeUnit.NANOSECONDS.sleep(mischief.delay().toNanos());
    boolean isNew = jdbc.sql("""
            insert into sandbox_refunds (refund_id, attempt_id, amount_cents) values (?, ?, ?)
            on conflict (refund_id) do nothing""")
            .params(refund.id(), refund.charge().attempt(), refund.charge().amountCents())
            .update()
        == 1;
    return isNew && isLate(refund.charge(), "RETURNED", "refund")
        ? RefundAnswer.LATER
        : RefundAnswer.RETURNED;
  }

  /** Mischief strikes an answer that is given for the first time; whether it comes by webhook instead. */
  private boolean isLate(Charge charge, String outcome, String what) throws IOException {
    UUID id = charge.attempt();
    boolean isLate = mischief.strikes(mischief.later(), what + " later", id);
    boolean isTwice = mischief.strikes(mischief.twice(), what + " twice", id);
    for (int i = (isLate ? 1 : 0) + (isTwice ? 1 : 0); i > 0; i--) {
      notices.send(new Notices.Notice(id, outcome, charge.amountCents()), mischief.webhookDelay());
    }
    if (mischief.strikes(mischief.lost(), what + " lost", id)) {
      throw new IOException("the sandbox lost its answer to attempt " + id);
    }
    return isLate;
  }
}
