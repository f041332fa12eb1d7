package io.holdfast.flashsale.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.flashsale.operating.SaleKeeper;
import io.holdfast.flashsale.sale.NewSale;
import io.holdfast.flashsale.sale.Sale;
import io.holdfast.flashsale.web.WebInstance;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.Keys;
import org.openqa.selenium.support.ui.Select;
import org.springframework.jdbc.core.simple.JdbcClient;

/** The page on the service itself, with Redis and PostgreSQL behind it. */
@InBrowser
class ServicePageIT {

  private static final String BUY = "[data-field=buy]";

  private static WebInstance service;

  private final Browser browser;

  ServicePageIT(Browser browser) {
    this.browser = browser;
  }

  @BeforeAll
  static void start() {
    service = WebInstance.start("page", "flash-sale.guests=true", "flash-sale.lab=true");
  }

  @AfterAll
  static void stop() {
    service.close();
  }

  @AfterEach
  void pageIsClean() {
    browser.assertClean(service.uri("/"));
  }

  private Sale sale(String name, int units, int perUser, Instant opensAt) {
    return service
        .bean(SaleKeeper.class)
        .create(new NewSale(
            name, 11, 19_900, perUser, units, opensAt, opensAt.plus(Duration.ofHours(1)), false));
  }

  private void openShop(Sale sale) {
    browser.open(service.uri("/#sale=" + sale.id()));
    browser.see(".featured h2", sale.name());
  }

  @Test
  void shop_buyAndPay_paid() {
    openShop(sale("Lamp", 10, 1, Instant.now().minusSeconds(1)));
    browser.see(".featured", "10 of 10 units left");
    browser.click(BUY);
    browser.see("[data-field=answer]", "It is yours");
    browser.see("#orders", "Pay within");
    browser.see(".featured", "9 of 10 units left");
    browser.click("#orders [data-field=pay]");
    browser.see("#orders", "Thank you");
    browser.reload();
    browser.see("#orders .state", "Paid");
    browser.see(BUY, "You have yours");
  }

  @Test
  void shop_lastUnitBoughtAndCancelled_soldOutAndBackLive() {
    openShop(sale("Chair", 1, 1, Instant.now().minusSeconds(1)));
    browser.click(BUY);
    browser.see("#orders", "Pay within");
    browser.see(BUY, "Sold out");
    browser.click("#orders [data-field=cancel]");
    browser.see("#orders .state", "Cancelled");
    browser.see(BUY, "Buy now");
    browser.see(".featured", "1 of 1 unit left");
  }

  @Test
  void shop_orderNotPaidInTime_expiresLive() {
    Sale sale = sale("Vase", 1, 1, Instant.now().minusSeconds(1));
    openShop(sale);
    browser.click(BUY);
    browser.see("#orders", "Pay within");
    service
        .bean(JdbcClient.class)
        .sql("update orders set pay_by = now() where sale_id = ?")
        .param(sale.id())
        .update();
    browser.see("#orders", "Not paid in time");
    browser.see(BUY, "Buy now");
  }

  @Test
  void shop_notOpenYet_countsDownAndOpens() {
    long seconds = 4;
    while (!isSeenClosed(seconds)) { // it opens while a busy machine is still drawing the page
      seconds *= 2;
      assertThat(seconds).as("seconds until a sale opens that was seen closed").isLessThan(100);
    }
    browser.patiently().see(BUY, "Buy now");
    new Select(browser.see("[data-field=quantity]")).selectByValue("2");
    browser.click(BUY);
    browser.see("#orders", "2 units, certain");
    browser.see(".featured", "8 of 10 units left");
  }

  private boolean isSeenClosed(long openingAfterSeconds) {
    String name = "Boots " + openingAfterSeconds;
    openShop(sale(name, 10, 3, Instant.now().plusSeconds(openingAfterSeconds)));
    browser.see(BUY);
    return Boolean.TRUE.equals(browser.script("const shop = document.querySelector('.featured');"
        + " return shop.textContent.includes('Opens in') && document.querySelector('" + BUY
        + "').disabled;"));
  }

  @Test
  void lab_twoRungs_verdictsAsExplained() {
    browser.open(service.uri("/#lab&admin=" + WebInstance.ADMIN));
    browser.see("#ladder #rung-12");
    browser.click("[data-pick=none]");
    browser.click("#rung-1 input");
    browser.click("#rung-11 input");
    browser.type("[name=buyers]", "60");
    browser.type("[name=stock]", "10");
    browser.click("#run");
    browser.patiently().see("#lab-status", "Done. Every rung did what its explanation says.");
    assertThat(browser.textOf("#rung-1 .verdict")).startsWith("OVERSOLD +");
    assertThat(browser.textOf("#rung-11 .verdict")).isEqualTo("EXACT");
    assertThat(browser.textOf("#summary")).contains("EXACT").contains("OVERSOLD");
    assertThat(browser.script("return document.querySelectorAll('#rung-11 polyline').length"))
        .isEqualTo(5L);
  }

  @Test
  void admin_aSaleFromItsCreationToItsEnd_everyStepShown() {
    browser.open(service.uri("/#admin&admin=" + WebInstance.ADMIN));
    browser.see("#admin-sales, #admin-note");
    if (browser.textOf("#create").isEmpty()) {
      browser.click("#create-box summary");
    }
    String name = "Clock " + Instant.now().toEpochMilli();
    browser.type("#create [name=name]", name);
    browser.type("#create [name=total]", "5");
    browser.press(Keys.ENTER);
    String card = "#managed-" + created(name);
    browser.see(card + " .state", "Soon");

    browser.click(card + " [data-do=open]");
    browser.see(card + " .state", "Open");
    browser.click(card + " [data-do=restock]");
    browser.type("#ask-input", "7");
    browser.press(Keys.ENTER);
    browser.see(card, "7 units added");
    browser.see(card + " [data-field=total]", "12");
    browser.click(card + " [data-do=reconcile]");
    browser.see(card, "The books are right");
    browser.click(card + " [data-do=letters]");
    browser.see(card, "No dead letters");
    browser.click(card + " [data-do=export]");
    browser.see(card, "Exported");

    browser.click(card + " [data-do=pause]");
    browser.type("#ask-input", "the courier is late");
    browser.click("#ask-yes");
    browser.see(card + " .note", "the courier is late");
    browser.see(card + " .state", "Paused");
    browser.click(card + " [data-do=repair]");
    browser.click("#ask-yes");
    browser.see(card, "Repaired");
    browser.see(card + " [data-field=epoch]", "2");
    browser.click(card + " [data-do=open]");
    browser.see(card + " .state", "Open");

    browser.click(card + " [data-do=close]");
    browser.click("#ask-no");
    browser.see(card + " .state", "Open");
    browser.click(card + " [data-do=close]");
    browser.click("#ask-yes");
    browser.see(card + " .state", "Closed");
    assertThat(browser.textOf(card + " [data-do=open]")).isEmpty();
  }

  private String created(String name) {
    browser.see("#admin-sales", name);
    return service
        .bean(JdbcClient.class)
        .sql("select id from sales where name = ?")
        .param(name)
        .query(String.class)
        .single();
  }
}
