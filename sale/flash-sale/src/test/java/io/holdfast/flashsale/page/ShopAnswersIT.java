package io.holdfast.flashsale.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.flashsale.page.MadeUpService.Reply;
import io.holdfast.flashsale.page.MadeUpService.Seen;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a buyer sees for every answer of the API, forced one by one. */
@InBrowser
class ShopAnswersIT {

  private static final String BUY = "POST /api/v1/sales/7/orders";
  private static final String ORDER = "/api/v1/orders/5b2c0a1e-0000-8000-8000-000000000001";
  private static final String BUTTON = "[data-field=buy]";
  private static final String ANSWER = "[data-field=answer]";

  private final Browser browser;
  private MadeUpService service;
  private Instant hour;

  ShopAnswersIT(Browser browser) {
    this.browser = browser;
  }

  @BeforeEach
  void start() throws IOException {
    service = new MadeUpService();
    hour = Instant.now().plus(Duration.ofHours(1));
    service.on("POST /api/v1/tokens", Reply.json(201, "{\"user\":\"guest-1\",\"token\":\"t1\"}"));
    service.on("GET /api/v1/orders", Reply.json(200, "{\"orders\":[]}"));
    sale("OPEN", 37, Instant.now().minusSeconds(60));
  }

  @AfterEach
  void stop() {
    browser.assertClean(service.uri("/"));
    service.close();
  }

  private void sale(String state, int available, Instant opensAt) {
    service.on(
        "GET /api/v1/sales",
        Reply.json(200, Bodies.sales(Bodies.sale(state, available, opensAt, hour))));
  }

  private void perUser(int units) {
    String sale = Bodies.sale("OPEN", 37, Instant.EPOCH, hour)
        .replace("\"perUser\":1", "\"perUser\":" + units);
    service.on("GET /api/v1/sales", Reply.json(200, Bodies.sales(sale)));
  }

  private void open() {
    browser.open(service.uri("/"));
  }

  @Test
  void buy_outcomeUnknown_notCalledFailedAndAskedAgainWithTheSameKey() {
    service.on(
        BUY,
        Reply.problem(503, "outcome-unknown", 1),
        Reply.breakOff(),
        Reply.problem(503, "overloaded", 1),
        Reply.json(202, Bodies.order("AWAITING_PAYMENT", hour)));
    perUser(9);
    open();
    browser.click(BUTTON);
    browser.see(ANSWER, "may have gone through or not");
    assertThat(browser.textOf(ANSWER)).contains("not a failure").doesNotContain("failed");
    browser.see(BUTTON, "Ask again");

    browser.click(BUTTON);
    browser.see(ANSWER, "There was no answer");
    browser.see(BUTTON, "Ask again");
    browser.reload(); // whoever closes the page in despair finds the same wish
    browser.see(ANSWER, "may have gone through or not");
    browser.click(BUTTON);
    browser.see(ANSWER, "Too many buyers");
    browser.see(BUTTON, "Ask again"); // this attempt did nothing, the first one may have
    browser.click(BUTTON);
    browser.see(ANSWER, "It is yours");
    browser.see("#orders", "To be paid");
    browser.see(BUTTON, "Buy up to 8 more");

    assertThat(service.seen(BUY))
        .hasSize(4)
        .extracting(Seen::key)
        .containsOnly(service.seen(BUY).get(0).key());
    browser.click(BUTTON);
    browser.see(ANSWER, "It is yours");
    assertThat(service.seen(BUY))
        .hasSize(5)
        .extracting(Seen::key)
        .last()
        .isNotEqualTo(service.seen(BUY).get(0).key());
  }

  @Test
  void button_asManyAsOneMayHave_saysSoAndSellsNoMore() {
    service.on(BUY, Reply.json(202, Bodies.order("AWAITING_PAYMENT", hour)));
    open();
    browser.click(BUTTON);
    browser.see(BUTTON, "You have yours");
    assertThat(browser.see(BUTTON).isEnabled()).isFalse();
    service.publish(ORDER + "/events", Bodies.order("EXPIRED", hour));
    browser.see(BUTTON, "Buy now"); // what one had is on sale again
    assertThat(browser.see(BUTTON).isEnabled()).isTrue();
  }

  @Test
  void orders_ofOneSale_haveNumbersThatDiffer() {
    String first = Bodies.order("PAID", hour);
    service.on(
        "GET /api/v1/orders",
        Reply.json(
            200,
            "{\"orders\":[" + first + "," + first.replace("000000000001", "000000000002") + "]}"));
    service.on(BUY, Reply.json(202, first));
    open();
    browser.click(BUTTON);
    browser.reload();
    browser.see("#orders", "Order 00000001");
    browser.see("#orders", "Order 00000002");
  }

  @Test
  void phone_ordersComeBeforeOtherSales() {
    String sale = Bodies.sale("OPEN", 37, Instant.EPOCH, hour);
    service.on(
        "GET /api/v1/sales", Reply.json(200, Bodies.sales(sale, sale.replace("\"7\"", "\"8\""))));
    browser.resize(390, 800);
    try {
      open();
      browser.see("#more");
      assertThat(
              browser.script("return document.querySelector('aside').getBoundingClientRect().bottom"
                  + " <= document.querySelector('#more').getBoundingClientRect().top"))
          .isEqualTo(true);
    } finally {
      browser.resize(1200, 900);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "en, Buy now, Sold out at the moment, Your orders",
    "de, Jetzt kaufen, Im Moment ausverkauft, Ihre Bestellungen",
    "zh, 立即购买, 暂时售罄, 您的订单"
  })
  void language_chosen_isTheWholeShops(String language, String buy, String soldOut, String orders) {
    service.on(BUY, Reply.problem(409, "sold-out"));
    open();
    browser.see(BUTTON);
    browser.script("const choice = document.getElementById('language'); choice.value = '" + language
        + "'; choice.dispatchEvent(new Event('change'));");
    browser.see(BUTTON, buy);
    browser.see("#orders-title", orders);
    browser.click(BUTTON);
    browser.see(ANSWER, soldOut);
    assertThat(browser.script("return document.documentElement.lang")).isEqualTo(language);
    browser.photograph("shop-" + language);
  }

  @Test
  void languages_all_sayTheSameThings() {
    open();
    browser.see(BUTTON);
    assertThat(browser.script("""
        const [en, de, zh] = await Promise.all(
          ["en", "de", "zh"].map((name) => import(`/js/lang/${name}.js`)));
        const keys = (bundle) => [
          Object.keys(bundle.texts), Object.keys(bundle.saleStates), Object.keys(bundle.orderStates),
          Object.keys(bundle.problems).filter((name) => name !== "lab-busy")].map((list) => list.sort()).join();
        return keys(en) === keys(de) && keys(en) === keys(zh);""")).isEqualTo(true);
  }

  @Test
  void buy_refused_saidInPlainWordsAndNothingIsOpen() {
    open();
    refused(409, "sold-out", "Sold out at the moment");
    refused(409, "limit-reached", "as many as one buyer may have");
    refused(409, "sale-not-started", "Too early");
    refused(409, "sale-paused", "The sale is paused");
    refused(410, "sale-ended", "The sale is over");
    refused(422, "key-reused", "This key was used for another purchase");
    refused(429, "rate-limited", "Try again in 2 seconds");
    refused(503, "overloaded", "Too many buyers at once. Nothing was bought");
    refused(404, "not-found", "no such thing here");
    refused(413, "too-large", "too much text");
    refused(400, "missing-key", "Load this page again");
    refused(401, "unauthorized", "you will be a new guest");
  }

  private void refused(int status, String type, String words) {
    service.on(BUY, Reply.problem(status, type, 2));
    browser.click(BUTTON);
    browser.see(ANSWER, words);
    browser.see(BUTTON, "Buy now");
    assertThat(browser.textOf(ANSWER)).doesNotContain("may have gone through");
  }

  @Test
  void sale_soldOutAndBackAgain_followedLive() {
    open();
    browser.see(".featured", "37 of 100 units left");
    service.publish("/api/v1/sales/7/events", Bodies.sale("SOLD_OUT", 0, Instant.EPOCH, hour));
    browser.see(".featured", "0 of 100 units left");
    browser.see(BUTTON, "Sold out");
    assertThat(browser.see(BUTTON).isEnabled()).isFalse();
    service.publish("/api/v1/sales/7/events", Bodies.sale("OPEN", 1, Instant.EPOCH, hour));
    browser.see(BUTTON, "Buy now");
    service.publish("/api/v1/sales/7/events", Bodies.sale("PAUSED", 1, Instant.EPOCH, hour));
    browser.see(BUTTON, "Paused");
    service.publish("/api/v1/sales/7/events", Bodies.sale("ENDED", 1, Instant.EPOCH, hour));
    browser.see(BUTTON, "Over");
  }

  @Test
  void countdown_browserClockTenMinutesSlow_opensByTheServersTime() {
    service.setAhead(Duration.ofMinutes(10));
    hour = service.now().plus(Duration.ofHours(1));
    sale("SCHEDULED", 100, service.now().plus(Duration.ofMinutes(20)));
    open();
    browser.see("[data-field=count]", "19:");
    assertThat(browser.see(BUTTON).isEnabled()).isFalse();
    Instant soon = service.now().plusSeconds(2);
    service.publish("/api/v1/sales/7/events", Bodies.sale("SCHEDULED", 100, soon, hour));
    browser.see(BUTTON, "Buy now"); // nobody told the page: its own count came to the end
    assertThat(browser.see(BUTTON).isEnabled()).isTrue();
  }

  @Test
  void order_expires_seenWithoutAsking() {
    service.on(BUY, Reply.json(202, Bodies.order("ACCEPTED", hour)));
    open();
    browser.click(BUTTON);
    browser.see("#orders", "Being written down");
    assertThat(browser.see("[data-field=pay]").isEnabled()).isFalse();
    service.publish(ORDER + "/events", Bodies.order("AWAITING_PAYMENT", hour));
    browser.see("#orders", "Pay within");
    service.publish(ORDER + "/events", Bodies.order("EXPIRED", hour));
    browser.see("#orders", "Not paid in time");
    assertThat(
            browser.driver().findElements(org.openqa.selenium.By.cssSelector("[data-field=pay]")))
        .noneMatch(org.openqa.selenium.WebElement::isDisplayed);
  }

  @Test
  void pay_declinedThenUnknownThenTooLate_saidInPlainWords() {
    service.on(BUY, Reply.json(202, Bodies.order("AWAITING_PAYMENT", hour)));
    service.on(
        "POST " + ORDER + "/payment",
        Reply.problem(402, "payment-failed"),
        Reply.problem(503, "outcome-unknown", 1),
        Reply.problem(409, "order-over"),
        Reply.json(200, Bodies.order("PAID", hour)));
    open();
    browser.click(BUTTON);
    browser.click("[data-field=pay]");
    browser.see("#orders", "The payment was declined");
    browser.click("[data-field=pay]");
    browser.see("#orders", "you are charged once");
    browser.click("[data-field=pay]");
    browser.see("#orders", "it is refunded");
    browser.click("[data-field=pay]");
    browser.see("#orders", "Thank you");
  }

  @Test
  void service_away_saidAndTriedAgain() {
    open();
    browser.see(".featured", "37 of 100");
    service.on("GET /api/v1/sales", Reply.breakOff());
    browser.see("#shop-note", "this page keeps trying");
    sale("OPEN", 36, Instant.EPOCH);
    browser.see(".featured", "36 of 100");
    assertThat(browser.textOf("#shop-note")).isEmpty();
  }
}
