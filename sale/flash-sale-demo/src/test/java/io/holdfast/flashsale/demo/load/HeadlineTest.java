package io.holdfast.flashsale.demo.load;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.holdfast.flashsale.buying.OrderId;
import io.holdfast.flashsale.demo.http.HttpLoad;
import io.holdfast.flashsale.demo.http.Reply;
import io.holdfast.flashsale.load.Pace;
import io.holdfast.flashsale.load.Tally;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Where the headline figure comes from: purchases, one for each order, and no other request. */
class HeadlineTest {

  private static final int BUYERS = 50;
  private static final int SOLD = 20;

  private final Set<OrderId> orders = ConcurrentHashMap.newKeySet();
  private HttpServer shop;

  @SuppressWarnings("NullAway.Init")
  HeadlineTest() {}

  /** A shop that shows its sale to everybody, and has twenty units. */
  @BeforeEach
  void open() throws IOException {
    shop = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    shop.createContext("/", this::serve);
    shop.start();
  }

  @AfterEach
  void close() {
    shop.stop(0);
  }

  private void serve(HttpExchange exchange) throws IOException {
    String body = "{\"available\":20}";
    int status = 200;
    if (exchange.getRequestMethod().equals("POST")) {
      OrderId order = OrderId.of(7, "b" + orders.size(), "k");
      boolean sold = exchange.getRequestURI().getPath().equals("/api/v1/sales/7/orders")
          && orders.size() < SOLD
          && orders.add(order);
      status = sold ? 202 : 409;
      body = sold
          ? "{\"self\":\"/api/v1/orders/" + order + "\"}"
          : "{\"type\":\"/problems/sold-out\"}";
    }
    exchange.getRequestBody().readAllBytes();
    exchange.sendResponseHeaders(status, body.length());
    exchange.getResponseBody().write(body.getBytes(US_ASCII));
    exchange.close();
  }

  private Tally load(Wishes wishes) throws IOException {
    Buyers buyers = new Buyers(new Pace(1e9, BUYERS, 4), wishes, Duration.ofMinutes(1));
    URI uri = URI.create("http://localhost:" + shop.getAddress().getPort());
    try (HttpLoad load = new HttpLoad(List.of(uri), 4, Duration.ofSeconds(10))) {
      load.run(buyers);
    }
    return buyers.tally();
  }

  @Test
  void figure_fromAnotherEndpoint_isOfOrdersThatNobodyHas() throws IOException {
    Tally tally = load(new Glances());
    assertThat(tally.count(Purchases.ACCEPTED)).as("it says").isEqualTo(BUYERS);
    assertThat(orders).as("and there are").isEmpty();
  }

  @Test
  void figure_ofTheService_isThatOfItsOrders_refusalsApart() throws IOException {
    Purchases purchases = new Purchases(7, "b", BUYERS, user -> user);
    Tally tally = load(purchases);
    assertThat(tally.count(Purchases.ACCEPTED)).isEqualTo(SOLD);
    assertThat(tally.count("sold-out")).isEqualTo(BUYERS - SOLD);
    assertThat(tally.perSecond(Purchases.ACCEPTED)).isLessThan(tally.perSecond());
    assertThat(purchases.told().accepted()).isEqualTo(orders);
  }

  /** The mistake: whoever looks at the sale and gets an answer counts as a buyer. */
  private static final class Glances implements Wishes {

    @Override
    public void writeTo(int number, ByteBuffer request) {
      request.put("GET /api/v1/sales/7 HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(US_ASCII));
    }

    @Override
    public String kindOf(int number, Reply reply) {
      return reply.status() < 300 ? Purchases.ACCEPTED : "refused";
    }

    @Override
    public void neverTold(int number) {}
  }
}
