package io.holdfast.flashsale.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.flashsale.page.MadeUpService.Reply;
import java.io.IOException;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.openqa.selenium.Keys;

/** The page itself: keyboard, phone, the admin's token, and that its checks would notice a fault. */
@InBrowser
class PageIT {

  private final Browser browser;
  private MadeUpService service;

  PageIT(Browser browser) {
    this.browser = browser;
  }

  @BeforeEach
  void start() throws IOException {
    service = new MadeUpService();
    Instant hour = Instant.now().plusSeconds(3600);
    service.on(
        "GET /api/v1/sales",
        Reply.json(
            200, Bodies.sales(Bodies.sale("OPEN", 37, Instant.now().minusSeconds(60), hour))));
  }

  @AfterEach
  void stop() {
    browser.resize(1200, 900);
    service.close();
  }

  @Test
  void tabs_arrowsHomeAndEnd_moveFocusAndPanel() {
    browser.open(service.uri("/"));
    browser.see(".featured");
    browser.tab();
    assertThat(focused()).isEqualTo("tab-shop");
    browser.press(Keys.ARROW_RIGHT);
    assertThat(focused()).isEqualTo("tab-lab");
    browser.see("#lab-panel .gate");
    browser.press(Keys.END);
    assertThat(focused()).isEqualTo("tab-admin");
    browser.see("#admin-panel .gate");
    browser.press(Keys.ARROW_RIGHT);
    assertThat(focused()).isEqualTo("tab-shop");
    browser.press(Keys.ARROW_LEFT);
    assertThat(focused()).isEqualTo("tab-admin");
    browser.press(Keys.HOME);
    browser.see("#shop-panel .featured");
    browser.tab(); // one stop for all tabs, then what is in the panel
    assertThat(browser.script("return document.activeElement.dataset.field")).isEqualTo("buy");
    browser.assertClean(service.uri("/"));
  }

  private @Nullable Object focused() {
    return browser.script("return document.activeElement.id");
  }

  @Test
  void adminToken_inTheFragment_keptForTheTabAndGoneFromTheAddress() {
    service.on("GET /api/v1/admin/sales", Reply.json(200, "{\"sales\":[]}"));
    browser.open(service.uri("/#admin&admin=secret%2Btoken"));
    browser.see("#admin-body");
    assertThat(browser.address()).isEqualTo(service.uri("/#admin").toString());
    assertThat(service.seen("GET /api/v1/admin/sales").get(0).token())
        .isEqualTo("Bearer secret+token");
    browser.reload();
    browser.see("#admin-body");
    browser.click("#sign-out");
    browser.see("#admin-panel .gate");
    assertThat(browser.script("return sessionStorage.length")).isEqualTo(0L);
    browser.assertClean(service.uri("/"));
  }

  @Test
  void adminToken_notOurs_askedForAgain() {
    service.on(
        "GET /api/v1/admin/sales",
        Reply.problem(401, "unauthorized"),
        Reply.json(200, "{\"sales\":[]}"));
    browser.open(service.uri("/#admin"));
    browser.type("#admin-panel [name=token]", "wrong");
    browser.press(Keys.ENTER);
    browser.see("#admin-panel .gate", "This token is not valid here");
    browser.type("#admin-panel [name=token]", "right");
    browser.press(Keys.ENTER);
    browser.see("#admin-body");
    browser.assertClean(service.uri("/"));
  }

  @Test
  void lab_switchedOff_saysHowToSwitchItOn() {
    browser.open(service.uri("/#lab&admin=token"));
    browser.see("#lab-panel .note", "flash-sale.lab=true");
    browser.assertClean(service.uri("/"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"shop", "lab", "admin"})
  void phone_everyTabWithLongWords_nothingSticksOut(String tab) {
    Instant hour = Instant.now().plusSeconds(3600);
    String sale = Bodies.sale("PAUSED", 37, Instant.EPOCH, hour).replace("Lamp", "L".repeat(100));
    service.on(
        "GET /api/v1/sales", Reply.json(200, Bodies.sales(sale, sale.replace("\"7\"", "\"8\""))));
    service.on("GET /api/v1/admin/sales", Reply.json(200, Bodies.sales(sale)));
    service.on("GET /api/v1/lab/rungs", Reply.json(200, Bodies.rungs("R".repeat(100))));
    browser.resize(360, 740);
    browser.open(service.uri("/#" + tab + "&admin=token"));
    browser.see("#" + tab + "-panel .card");
    assertThat(browser.script("return document.documentElement.scrollWidth")).isEqualTo(360L);
    browser.photograph("phone-" + tab);
  }

  @Test
  void check_inlineStylePlanted_isSeen() {
    browser.open(service.uri("/"));
    browser.see(".featured");
    browser.script("document.body.insertAdjacentHTML('beforeend', '<p style=\"color:red\">x</p>')");
    assertThat(browser.complaints())
        .anyMatch(message -> message.contains("Content Security Policy"));
  }

  @Test
  void check_foreignAddressPlanted_isSeen() {
    browser.open(service.uri("/"));
    browser.see(".featured");
    browser.script("window.open('http://elsewhere.invalid/', '_self')");
    assertThat(browser.requests()).anyMatch(url -> url.startsWith("http://elsewhere.invalid"));
  }
}
