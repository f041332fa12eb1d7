package io.holdfast.flashsale.page;

import static io.holdfast.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.flashsale.operating.SaleKeeper;
import io.holdfast.flashsale.page.MadeUpService.Reply;
import io.holdfast.flashsale.sale.NewSale;
import io.holdfast.flashsale.sale.Sale;
import io.holdfast.flashsale.web.WebInstance;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.openqa.selenium.Keys;
import org.openqa.selenium.OutputType;
import org.springframework.jdbc.core.simple.JdbcClient;

/** The Admin page on the service itself: by keyboard alone, by a viewer, with answers that do not come. */
@InBrowser
class AdminPageIT {

  private static WebInstance service;

  private final Browser browser;

  AdminPageIT(Browser browser) {
    this.browser = browser;
  }

  @BeforeAll
  static void start() {
    service = WebInstance.start(
        "admin-page",
        "flash-sale.guests=true",
        "flash-sale.operating.viewers.vera=" + WebInstance.VIEWER);
  }

  @AfterAll
  static void stop() {
    service.close();
  }

  @AfterEach
  void desktopAgain() {
    browser.resize(1200, 900);
    browser.driver().executeCdpCommand("Emulation.setEmulatedMedia", Map.of("features", List.of()));
  }

  private static Sale sale(String name) {
    Instant now = Instant.now();
    return service
        .bean(SaleKeeper.class)
        .create(new NewSale(name, 11, 19_900, 2, 10, now, now.plus(Duration.ofHours(1)), false));
  }

  private static JdbcClient database() {
    return service.bean(JdbcClient.class);
  }

  /** Goes on by the tabulator key until the focus is there. */
  private void tabTo(String css) {
    for (int i = 0; i < 200; i++) {
      browser.tab();
      if (Boolean.TRUE.equals(
          browser.script("return document.activeElement.matches(arguments[0])", css))) {
        return;
      }
    }
    throw new AssertionError("the tabulator key does not lead to " + css);
  }

  /** Waits until the page has finished what was asked for and put the focus back into the card. */
  private void awaitFocusIn(String card) {
    eventually(() -> assertThat(browser.script(
            "const card = document.querySelector(arguments[0]);"
                + " return card.dataset.busy !== 'yes' && card.contains(document.activeElement)",
            card))
        .isEqualTo(true));
  }

  private void go(String css) {
    tabTo(css);
    browser.press(Keys.ENTER);
  }

  /** Overwrites the field that has the focus. */
  private void write(String text) {
    browser.press(Keys.chord(Keys.CONTROL, "a"));
    browser.press(text);
  }

  @Test
  void keyboardAlone_fromTheTokenToTheDeletion() {
    browser.open(service.uri("/#admin"));
    browser.script("sessionStorage.clear()"); // the tab is that of the tests before
    browser.reload();
    browser.see("#admin-panel .gate");
    tabTo("[name=token]");
    write(WebInstance.ADMIN);
    browser.press(Keys.ENTER);
    browser.see("#admin-body");
    String name = "Clock " + Instant.now().toEpochMilli();
    if (browser.textOf("#create").isEmpty()) {
      go("#create-box summary");
    }
    tabTo("#create [name=name]");
    write(name);
    browser.press(Keys.ENTER);
    browser.see("#admin-sales", name);
    String card = "#managed-" + id(name);
    browser.see(card, "Lua step, stream and writer");

    go(card + " [data-do=edit]");
    browser.see("#edit[open]");
    tabTo("#edit [name=perUser]");
    write("3");
    browser.press(Keys.ENTER);
    browser.see(card, "Saved.");
    browser.see(card, "3 per buyer");
    awaitFocusIn(card);
    go(card + " [data-do=open]");
    browser.see(card + " .state", "Open");
    awaitFocusIn(card);
    go(card + " [data-do=lower]");
    browser.see("#ask[open]");
    write("40");
    browser.press(Keys.ENTER);
    browser.see(card, "40 units taken away");
    browser.see(card + " [data-field=total]", "60");
    awaitFocusIn(card);
    go(card + " [data-do=pause]");
    browser.see("#ask[open]");
    browser.press(Keys.ENTER);
    browser.see(card + " .state", "Paused");
    awaitFocusIn(card);
    go(card + " [data-do=resume]");
    browser.see(card + " .state", "Open");
    awaitFocusIn(card);
    go(card + " [data-do=history]");
    browser.see(card + " table", "lower");
    awaitFocusIn(card);
    go(card + " [data-field=records] button.plain");
    go(card + " [data-do=close]");
    browser.see("#ask[open]");
    browser.press(Keys.ESCAPE);
    awaitFocusIn(card);
    browser.press(Keys.ENTER); // the focus is where it was
    browser.see("#ask[open]");
    browser.press(Keys.ENTER);
    browser.see(card + " .state", "Closed");
    awaitFocusIn(card);
    awaitSettled(name);
    go(card + " [data-do=archive]");
    browser.script("document.activeElement.blur()");
    tabTo("#admin-search [name=archived]");
    browser.press(Keys.ARROW_DOWN);
    browser.see(card + " .state", "Archived");
    go(card + " [data-do=purge]");
    browser.see("#ask[open]");
    write(name);
    browser.press(Keys.ENTER);
    eventually(() -> assertThat(database()
            .sql("select count(*) from sales where name = ?")
            .param(name)
            .query(Integer.class)
            .single())
        .isZero());
    browser.assertClean(service.uri("/"));
  }

  private static long id(String name) {
    return database()
        .sql("select id from sales where name = ?")
        .param(name)
        .query(Long.class)
        .single();
  }

  private static void awaitSettled(String name) {
    eventually(() -> assertThat(database()
            .sql("select settled_at is not null from sales where name = ?")
            .param(name)
            .query(Boolean.class)
            .single())
        .isTrue());
  }

  @Test
  void search_amongManySales_pagesAndOneFound() {
    String tag = "P" + Instant.now().toEpochMilli();
    for (int i = 1; i <= 23; i++) {
      sale(tag + " no " + i + ".");
    }
    browser.open(service.uri("/#admin&admin=" + WebInstance.ADMIN));
    browser.type("#admin-search [name=q]", tag);
    browser.press(Keys.ENTER);
    browser.see("#page-where", "Page 1 of 2, 23 sales");
    browser.see("#admin-sales", tag + " no 23.");
    browser.click("#page-on");
    browser.see("#page-where", "Page 2 of 2");
    browser.see("#admin-sales", tag + " no 1.");
    browser.type("#admin-search [name=q]", tag + " no 17");
    browser.press(Keys.ENTER);
    browser.see("#admin-sales", tag + " no 17.");
    assertThat(browser.script("return document.querySelectorAll('#admin-sales > *').length"))
        .isEqualTo(1L);
    browser.assertClean(service.uri("/"));
  }

  @Test
  void viewer_sees_andHasNothingToPress() {
    Sale sale = sale("Vase");
    browser.open(service.uri("/#admin&admin=" + WebInstance.VIEWER));
    String card = "#managed-" + sale.id();
    browser.see(card + " .state", "Open");
    browser.see("#admin-who", "a viewer");
    assertThat(browser.textOf(card + " button"))
        .contains("Orders", "Refunds", "Findings")
        .doesNotContain("Pause", "Restock", "Close", "Edit", "Repair");
    browser.click(card + " [data-do=orders]");
    browser.see(card, "No orders.");
    browser.assertClean(service.uri("/"));
  }

  @Test
  void restock_answerLost_askedAgainWithTheSameKey() throws IOException {
    try (MadeUpService madeUp = new MadeUpService()) {
      String sale = Bodies.sale("OPEN", 37, Instant.EPOCH, Instant.now().plusSeconds(3600));
      madeUp.on("GET /api/v1/sales", Reply.json(200, Bodies.sales(sale)));
      madeUp.on("GET /api/v1/admin/sales", Reply.json(200, Bodies.sales(sale)));
      String restock = "POST /api/v1/admin/sales/7/restock";
      madeUp.on(restock, Reply.problem(503, "outcome-unknown", 1), Reply.json(200, sale));
      browser.open(madeUp.uri("/#admin&admin=token"));
      browser.click("#managed-7 [data-do=restock]");
      browser.see("#ask[open]");
      browser.press(Keys.ENTER);
      browser.see("#managed-7", "never does it twice");
      browser.click("#managed-7 [data-do=again]");
      browser.see("#managed-7", "10 units added");
      assertThat(madeUp.seen(restock)).hasSize(2);
      assertThat(madeUp.seen(restock).get(0).key())
          .isNotEmpty()
          .isEqualTo(madeUp.seen(restock).get(1).key());
      eventually(() -> assertThat(browser.textOf("#managed-7 button")).doesNotContain("Ask again"));
      browser.assertClean(madeUp.uri("/"));
    }
  }

  /** The pictures are for people to look at; that nothing sticks out is checked. */
  @ParameterizedTest
  @CsvSource({"desktop,1200,light", "desktop,1200,dark", "phone,390,light", "phone,390,dark"})
  void pictures_withOrdersOpen_nothingSticksOut(String device, int width, String scheme)
      throws IOException {
    Sale sale = sale("A lamp with a rather long name, " + device + " " + scheme);
    database().sql("""
        insert into orders (id, sale_id, user_id, idempotency_key, quantity, price_cents, status, accepted_at, pay_by)
        select gen_random_uuid(), ?, 'guest-' || n, 'k', 1, 19900, 'PAID', now(), now() from generate_series(1, 60) n""").param(sale.id()).update();
    browser.resize(width, 1000);
    browser
        .driver()
        .executeCdpCommand(
            "Emulation.setEmulatedMedia",
            Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", scheme))));
    browser.open(service.uri("/#admin&admin=" + WebInstance.ADMIN));
    String card = "#managed-" + sale.id();
    browser.click(card + " [data-do=orders]");
    browser.see(card + " table", "guest-");
    browser.script("document.querySelector(arguments[0]).scrollIntoView()", card);
    assertThat(browser.script("const page = document.documentElement;"
            + " return page.scrollWidth <= page.clientWidth"))
        .isEqualTo(true);
    Path folder = Files.createDirectories(Path.of("target", "pictures"));
    Files.write(
        folder.resolve("admin-" + device + "-" + scheme + ".png"),
        browser.driver().getScreenshotAs(OutputType.BYTES));
  }
}
