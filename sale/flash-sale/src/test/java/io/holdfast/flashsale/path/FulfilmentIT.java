package io.holdfast.flashsale.path;

import static io.holdfast.flashsale.payment.ChargeAnswer.TAKEN;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.holdfast.flashsale.TestProvider;
import io.holdfast.flashsale.fulfilment.Delivery;
import io.holdfast.flashsale.fulfilment.Outbox;
import io.holdfast.flashsale.fulfilment.OutboxEvent;
import io.holdfast.flashsale.fulfilment.Receiver;
import io.holdfast.flashsale.ladder.Point;
import io.holdfast.flashsale.ladder.Points;
import io.holdfast.flashsale.signing.WebhookSignature;
import io.holdfast.flashsale.work.Backoff;
import io.holdfast.flashsale.work.BoundedPool;
import io.holdfast.flashsale.work.DueWork;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What fulfilment is told: everything that happened, nothing else, in order, again until it says yes. */
class FulfilmentIT {

  private static final String SECRET = "what the shop and fulfilment know";
  private static final int TRIES = 3;

  private final MoneyStory story = new MoneyStory();
  private final Outbox outbox = new Outbox(Database.pool());
  private final List<JsonNode> heard = new CopyOnWriteArrayList<>();
  private Predicate<JsonNode> isLost = event -> false;
  private Receiver receiver;

  @SuppressWarnings("NullAway.Init")
  FulfilmentIT() {}

  /** Events of other stories in this database are heard as well, and not of interest. */
  @BeforeEach
  void listen() throws IOException {
    receiver = new Receiver(SECRET, body -> {
      JsonNode event = JsonMapper.shared().readTree(body);
      if (event.path("order").path("id").asString().equals(story.ann.toString())) {
        if (isLost.test(event)) {
          throw new IllegalStateException("not now");
        }
        heard.add(event);
      }
    });
  }

  @AfterEach
  void end() {
    receiver.close();
    story.close();
  }

  private void deliver(String secret, Points points) {
    Database.jdbc()
        .sql("update outbox set due_at = 'epoch' where order_id = ?")
        .param(story.ann.value())
        .update();
    Delivery delivery = new Delivery(
        outbox,
        receiver.uri(),
        new WebhookSignature(secret, InstantSource.system()),
        Duration.ofSeconds(10),
        points);
    try (BoundedPool pool = new BoundedPool("delivery", 2)) {
      delivery
          .worker(
              pool,
              new DueWork.Patience(
                  Duration.ofHours(1),
                  new Backoff(Duration.ofHours(1), Duration.ofHours(5)),
                  TRIES,
                  "DEAD"))
          .round();
    }
  }

  private void deliver() {
    deliver(SECRET, Points.NONE);
  }

  private List<OutboxEvent> events() {
    return outbox.list("", Long.MAX_VALUE, 1000).stream()
        .filter(event -> event.order().equals(story.ann.toString()))
        .toList();
  }

  private List<String> types() {
    return heard.stream().map(event -> event.path("type").asString()).toList();
  }

  @Test
  void paidOrder_isHeardOnce_withWhatIsNeeded() {
    story.pay((TestProvider) charge -> TAKEN);
    deliver();
    deliver();
    assertThat(types()).containsExactly("order.paid");
    JsonNode event = heard.get(0);
    assertThat(event.path("event").asString()).isEqualTo(events().get(0).event());
    assertThat(event.path("order").path("user").asString()).isEqualTo("ann");
    assertThat(event.path("order").path("quantity").asInt()).isEqualTo(1);
    assertThat(event.path("order").path("priceCents").asInt()).isEqualTo(1990);
    assertThat(event.path("order").path("status").asString()).isEqualTo("PAID");
    assertThat(events().get(0).state()).isEqualTo("DELIVERED");
  }

  @Test
  void change_thatIsRolledBack_leavesNoEvent() {
    TransactionTemplate transactions =
        new TransactionTemplate(new DataSourceTransactionManager(Database.pool()));
    assertThatThrownBy(() -> transactions.executeWithoutResult(status -> {
          Database.jdbc()
              .sql("update orders set status = 'PAID' where id = ?")
              .param(story.ann.value())
              .update();
          throw new IllegalStateException("killed before the commit");
        }))
        .hasMessage("killed before the commit");
    assertThat(events()).isEmpty();
  }

  @Test
  void change_byAnybody_leavesItsEventInTheSameTransaction() {
    TransactionTemplate transactions =
        new TransactionTemplate(new DataSourceTransactionManager(Database.pool()));
    transactions.executeWithoutResult(status -> {
      Database.jdbc()
          .sql("update orders set status = 'CANCELLED' where id = ?")
          .param(story.ann.value())
          .update();
      assertThat(events()).extracting(OutboxEvent::kind).containsExactly("order.cancelled");
    });
  }

  @Test
  void eventsOfAnOrder_comeInOrder_theSecondWaitsForTheFirst() {
    story.pay((TestProvider) charge -> {
      story.cancel();
      return TAKEN;
    });
    story.refund((TestProvider) charge -> TAKEN);
    assertThat(events()).hasSize(2);
    isLost = event -> event.path("type").asString().equals("order.cancelled");
    deliver();
    deliver();
    assertThat(types()).as("the first is not there yet").isEmpty();
    isLost = event -> false;
    deliver();
    deliver();
    assertThat(types()).containsExactly("order.cancelled", "order.refunded");
    assertThat(heard.get(1).path("sequence").asLong())
        .isGreaterThan(heard.get(0).path("sequence").asLong());
  }

  @Test
  void receiverThatSaysNo_isAskedLater_andTheEventIsDeadInTheEnd_untilAnOperatorSendsItAgain() {
    story.pay((TestProvider) charge -> TAKEN);
    isLost = event -> true;
    deliver();
    assertThat(events().get(0).lastError()).contains("500");
    assertThat(events().get(0).dueAt()).isAfter(Instant.now().plusSeconds(60));
    deliver();
    deliver();
    assertThat(events().get(0).state()).isEqualTo("DEAD");
    assertThat(outbox.list("DEAD", Long.MAX_VALUE, 1000))
        .extracting(OutboxEvent::sequence)
        .contains(events().get(0).sequence());
    isLost = event -> false;
    deliver();
    assertThat(heard).as("dead is dead").isEmpty();
    assertThat(outbox.redeliver(events().get(0).sequence())).isPresent();
    deliver();
    assertThat(types()).containsExactly("order.paid");
    assertThat(outbox.redeliver(Long.MAX_VALUE)).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(
      value = Point.class,
      names = {"DELIVERY_BEGUN", "DELIVERED"})
  void sender_dies_anotherOneSends_theSameEvent(Point where) {
    story.pay((TestProvider) charge -> TAKEN);
    assertThat(catchThrowable(() -> deliver(SECRET, (point, sale) -> {
          if (point == where && sale == story.sale.id()) {
            throw new AssertionError("died");
          }
        })))
        .hasMessageContaining("died");
    assertThat(events().get(0).state()).isEqualTo("WAITING");
    deliver();
    assertThat(events().get(0).state()).isEqualTo("DELIVERED");
    assertThat(heard).hasSize(where == Point.DELIVERED ? 2 : 1);
    assertThat(heard.stream().map(event -> event.path("event").asString()).distinct())
        .hasSize(1);
  }

  @Test
  void receiver_believesNobodyElse() {
    story.pay((TestProvider) charge -> TAKEN);
    deliver("somebody who does not know the secret", Points.NONE);
    assertThat(heard).isEmpty();
    assertThat(events().get(0).lastError()).contains("401");
  }

  /** What the documentation shows is what runs here. */
  @Test
  void example_inTheDocumentation_isThisReceiver() throws IOException {
    Path module = Path.of(System.getProperty("basedir", "")).toAbsolutePath();
    String source = Files.readString(
        module.resolve("src/test/java/io/holdfast/flashsale/fulfilment/Receiver.java"));
    String document =
        Files.readString(module.resolve("../../docs/flash-sale/api.md").normalize());
    Matcher block = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL).matcher(document);
    assertThat(block.find()).as("an example in api.md").isTrue();
    assertThat(source.replaceAll("\\s+", " "))
        .contains(block.group(1).strip().replaceAll("\\s+", " "));
  }
}
