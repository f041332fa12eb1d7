package io.holdfast.flashsale.path;

import static io.holdfast.flashsale.payment.ChargeAnswer.TAKEN;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.flashsale.TestProvider;
import io.holdfast.flashsale.payment.Charge;
import io.holdfast.flashsale.payment.ChargeAnswer;
import io.holdfast.flashsale.payment.MoneyAudit;
import io.holdfast.flashsale.payment.Refund;
import io.holdfast.flashsale.payment.RefundAnswer;
import io.holdfast.flashsale.payment.RefundEntry;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.dao.DataIntegrityViolationException;

/** Refunds as operators see them, and what the database itself refuses. */
class RefundsIT {

  private final MoneyStory story = new MoneyStory();
  private final List<UUID> asked = new ArrayList<>();
  private final List<Object> answers = new ArrayList<>(); // those of this story's refund, in turn

  private final TestProvider provider = new TestProvider() {
    @Override
    public ChargeAnswer charge(Charge charge) {
      story.cancel();
      return TAKEN;
    }

    @Override
    public RefundAnswer refund(Refund refund) throws IOException {
      if (!refund.charge().order().equals(story.ann)) {
        return RefundAnswer.RETURNED;
      }
      asked.add(refund.id());
      if (answers.remove(0) instanceof RefundAnswer answer) {
        return answer;
      }
      throw new IOException("no answer");
    }
  };

  @AfterEach
  void end() {
    story.close();
  }

  private RefundEntry entry() {
    return story.refunds(provider).list("", Long.MAX_VALUE, 100).stream()
        .filter(refund -> refund.order().equals(story.ann.toString()))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void refund_withoutAnAnswer_isAskedAgain_underTheSameId_afterAPause() {
    answers.addAll(List.of("lost", RefundAnswer.LATER, RefundAnswer.RETURNED));
    story.pay(provider);
    assertThat(entry().state()).isEqualTo("DUE");
    assertThat(entry().amountCents()).isEqualTo(1990);
    assertThat(entry().reason()).contains("CANCELLED");
    story.refund(provider);
    assertThat(entry().lastError()).contains("no answer");
    assertThat(entry().dueAt()).isAfter(Instant.now().plusSeconds(60));
    story.refund(provider);
    assertThat(entry().lastError()).contains("later");
    assertThat(entry().tries()).isEqualTo(2);
    story.refund(provider);
    assertThat(entry().state()).isEqualTo("RETURNED");
    assertThat(entry().returnedAt()).isNotNull();
    story.refund(provider);
    assertThat(asked).hasSize(3).containsOnly(asked.get(0));
    assertThat(story.books().off()).isZero();
  }

  @Test
  void refund_refused_waitsForAnOperator() {
    answers.addAll(List.of(RefundAnswer.REFUSED, RefundAnswer.RETURNED));
    story.pay(provider);
    story.refund(provider);
    story.refund(provider);
    assertThat(asked).hasSize(1);
    assertThat(entry().state()).isEqualTo("REFUSED");
    assertThat(story.books().off()).as("it is still to be given back").isZero();
    assertThat(story.refunds(provider).retry(UUID.fromString(entry().attempt())))
        .isPresent();
    story.refund(provider);
    assertThat(entry().state()).isEqualTo("RETURNED");
    assertThat(story.refunds(provider).retry(UUID.fromString(entry().attempt())))
        .hasValueSatisfying(done -> assertThat(done.state()).isEqualTo("RETURNED"));
    assertThat(story.refunds(provider).retry(UUID.randomUUID())).isEmpty();
  }

  @Test
  void list_pageByPage_byState() {
    answers.add(RefundAnswer.RETURNED);
    story.pay(provider);
    long number = entry().number();
    assertThat(story.refunds(provider).list("DUE", number + 1, 1))
        .extracting(RefundEntry::number)
        .containsExactly(number);
    assertThat(story.refunds(provider).list("RETURNED", number + 1, 1))
        .extracting(RefundEntry::number)
        .doesNotContain(number);
    assertThat(story.refunds(provider).list("", number, 1000))
        .extracting(RefundEntry::number)
        .doesNotContain(number);
    story.refund(provider);
  }

  /** Whatever our code does: the database refuses it. */
  @Test
  void database_moneyNotTaken_cannotBeRefunded_andNothingMovesTwice() {
    story.pay((TestProvider) charge -> ChargeAnswer.DECLINED);
    assertThatThrownBy(() -> Database.jdbc()
            .sql("insert into refunds (attempt_id, reason) values (?, 'careless')")
            .param(story.attempt())
            .update())
        .isInstanceOf(DataIntegrityViolationException.class)
        .hasMessageContaining("only_what_was_taken");
    story.pay((TestProvider) charge -> TAKEN);
    assertThatThrownBy(() -> book(1990))
        .isInstanceOf(DataIntegrityViolationException.class)
        .hasMessageContaining("moved_once");
  }

  private void book(long cents) {
    Database.jdbc()
        .sql(
            "insert into ledger (order_id, attempt_id, kind, amount_cents) values (?, ?, 'TAKEN', ?)")
        .params(story.ann.value(), story.attempt(), cents)
        .update();
  }

  @Test
  void ledgerThatIsOff_isAFinding_once_andOnceMoreWhenItIsRightAgain() {
    MoneyAudit audit = new MoneyAudit(Database.pool(), Duration.ofHours(1));
    story.pay((TestProvider) charge -> TAKEN);
    audit.look();
    audit.look();
    assertThat(findings()).isEmpty();
    set(1000);
    audit.look();
    audit.look();
    assertThat(findings()).hasSize(1).first().asString().contains("off by -990 cents");
    assertThat(audit.figures().offCents()).isGreaterThanOrEqualTo(990);
    set(1990);
    audit.look();
    audit.look();
    assertThat(findings()).hasSize(2).last().asString().contains("adds up again");
  }

  private void set(long cents) {
    Database.jdbc()
        .sql("update ledger set amount_cents = ? where order_id = ?")
        .params(cents, story.ann.value())
        .update();
  }

  private List<String> findings() {
    return Database.jdbc()
        .sql(
            "select detail from findings where sale_id = ? and money_cents is not null order by id")
        .param(story.sale.id())
        .query(String.class)
        .list();
  }
}
