package io.holdfast.flashsale.path;

import static io.holdfast.flashsale.path.SaleStory.harm;
import static io.holdfast.flashsale.path.SaleStory.orders;
import static io.holdfast.flashsale.path.SaleStory.standing;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.flashsale.accept.SaleStream;
import io.holdfast.flashsale.sale.Sale;
import io.lettuce.core.StreamMessage;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** Holes that others fell into between the stream and the database, by a writer that reads and inserts, and no more. */
class CarelessWriterIT {

  private static final String ORDER = """
      insert into orders (id, sale_id, user_id, idempotency_key, quantity, price_cents, status, accepted_at, pay_by)
      values (?, ?, ?, ?, 1, 1990, 'AWAITING_PAYMENT', now(), now() + interval '1 hour')
      on conflict""";

  private final PathInstance alice = new PathInstance("alice", Redis.uri());

  @AfterEach
  void end() {
    alice.close();
  }

  private SaleStream stream(Sale sale, String consumer) {
    return new SaleStream(alice.surroundings.redis(), sale.id(), consumer);
  }

  /** All of them in one transaction; then they are acknowledged. */
  private void write(
      Sale sale, SaleStream stream, List<StreamMessage<String, String>> batch, String conflict) {
    new TransactionTemplate(new DataSourceTransactionManager(Database.pool()))
        .executeWithoutResult(status -> batch.forEach(entry -> Database.jdbc()
            .sql(ORDER + conflict)
            .params(
                UUID.fromString(field(entry, "order")),
                sale.id(),
                field(entry, "user"),
                field(entry, "key"))
            .update()));
    stream.written(
        batch.stream().map(StreamMessage::getId).toList(),
        batch.stream().map(entry -> field(entry, "order")).toList());
  }

  private static String field(StreamMessage<String, String> entry, String name) {
    return Objects.requireNonNull(entry.getBody().get(name), name);
  }

  @Test
  void anyConflictTakenForSuccess_losesTheOrder() {
    Sale sale = alice.sale(10, 1);
    alice.buyers(sale, 1);
    Database.jdbc()
        .sql(ORDER + " do nothing")
        .params(UUID.randomUUID(), sale.id(), "user-0", "first") // of a fault, under his key
        .update();
    SaleStream stream = stream(sale, "careless");
    stream.ensureGroup();
    write(sale, stream, stream.next(10), " do nothing");
    assertThat(standing(alice, sale).pending()).as("all is written, it thinks").isZero();
    assertThat(harm(alice, sale, 1).lost()).as("the promised one is nowhere").isEqualTo(1);
  }

  @Test
  void entriesOfADeadWriter_neverClaimed_waitForEver() {
    Sale sale = alice.sale(10, 1);
    alice.buyers(sale, 5);
    SaleStream dead = stream(sale, "mallory");
    dead.ensureGroup();
    assertThat(dead.next(10)).as("in hand when it dies").hasSize(5);
    SaleStream stream = stream(sale, "careless");
    assertThat(stream.next(10)).as("only what nobody has read").isEmpty();
    assertThat(standing(alice, sale).pending()).isEqualTo(5);
    assertThat(orders(sale)).isZero();
    assertThat(stream.claim(10)).as("what the service does").hasSize(5);
  }

  @Test
  void poison_triedAgainAndAgain_keepsAllOthersOut() {
    Sale sale = alice.sale(10, 1);
    alice.buyers(sale, 2);
    alice.buy(sale, "nul\0user");
    SaleStream stream = stream(sale, "careless");
    stream.ensureGroup();
    stream.next(10);
    for (int round = 0; round < 5; round++) {
      List<StreamMessage<String, String>> batch = stream.claim(10);
      assertThat(batch).as("round %d", round).hasSize(3);
      assertThatThrownBy(() -> write(sale, stream, batch, " (id) do nothing"))
          .isInstanceOf(DataIntegrityViolationException.class);
    }
    assertThat(orders(sale)).isZero();
  }
}
