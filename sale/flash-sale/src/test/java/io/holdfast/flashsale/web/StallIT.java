package io.holdfast.flashsale.web;

import static io.holdfast.testkit.Eventually.eventually;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.flashsale.web.Caller.Reply;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What other people do must not keep a buyer waiting: each would occupy all threads of a web server that has few. */
@Timeout(120)
class StallIT {

  private static final String FEW_THREADS = "server.tomcat.threads.max=4";
  private static final int MANY = 12;
  private static final Duration AT_ONCE = Duration.ofSeconds(2);
  private static final Caller ADMIN = Caller.admin(WebInstance.alice());

  @Test
  void purchase_postgresAwayAndPagesOpen_acceptedAtOnce() throws Exception {
    DatabaseLink link = new DatabaseLink();
    try (WebInstance erin = WebInstance.startWith("erin", link, FEW_THREADS)) {
      String sale = ADMIN.open(11, 10);
      Caller page = Caller.anybody(erin);
      eventually(() -> assertThat(page.get("/api/v1/sales").body()).contains("\"" + sale + "\""));
      assertThat(Caller.user(erin).buy(sale).status()).isEqualTo(202);
      link.cut();
      try {
        List<CompletableFuture<Reply>> pages = new ArrayList<>();
        for (int i = 0; i < MANY; i++) {
          pages.add(page.getAsync("/api/v1/sales"));
          pages.add(page.getAsync("/api/v1/sales/" + sale));
        }
        assertThat(Caller.user(erin).buyAsync(sale, "k"))
            .as("a purchase")
            .succeedsWithin(AT_ONCE)
            .satisfies(reply -> assertThat(reply.status()).isEqualTo(202));
        assertThat(pages)
            .allSatisfy(reply -> assertThat(reply)
                .as("a page shows what it knows")
                .succeedsWithin(AT_ONCE)
                .satisfies(shown -> assertThat(shown.status()).isEqualTo(200)));
        eventually(() -> assertThat(page.get("/api/v1/sales/" + sale).body())
            .as("the stock is Redis', which is there")
            .contains("\"available\":8"));
        assertThat(page.get("/readyz").status()).as("still in service").isEqualTo(200);
      } finally {
        link.heal();
      }
    }
  }

  @Test
  void purchase_manyHalfSentBodies_acceptedAtOnce() throws Exception {
    try (WebInstance frank = WebInstance.start(
        "frank", FEW_THREADS, "flash-sale.guests=true", "flash-sale.door.body-within=4s")) {
      String sale = ADMIN.open(11, 10);
      assertThat(Caller.user(frank).buy(sale).status()).isEqualTo(202);
      List<Socket> slow = new ArrayList<>();
      try {
        for (int i = 0; i < MANY; i++) {
          slow.add(halfSent(frank, "POST /api/v1/tokens", "Content-Length: 100"));
          slow.add(halfSent(
              frank,
              "POST /api/v1/sales/" + sale + "/orders",
              "Idempotency-Key: k\r\nContent-Length: 100\r\nAuthorization: "
                  + Caller.user(frank).headers().get(1)));
          slow.add(halfSent(frank, "POST /api/v1/tokens", "Content-Length: 1000000"));
          slow.add(halfSent(frank, "POST /api/v1/nothing", "Transfer-Encoding: chunked"));
        }
        for (String key : List.of("k", "l", "m")) {
          assertThat(Caller.user(frank).buyAsync(sale, key))
              .succeedsWithin(AT_ONCE)
              .satisfies(reply -> assertThat(reply.status()).isEqualTo(202));
        }
        for (Socket one : slow) {
          one.setSoTimeout(20_000);
          assertThat(new String(one.getInputStream().readAllBytes(), US_ASCII))
              .as("told, and hung up on")
              .containsPattern("^HTTP/1.1 (408|413) ")
              .contains("application/problem+json");
        }
      } finally {
        for (Socket one : slow) {
          one.close();
        }
      }
    }
  }

  private static Socket halfSent(WebInstance instance, String request, String headers)
      throws IOException {
    URI uri = instance.uri("/");
    Socket socket = new Socket(uri.getHost(), uri.getPort());
    String body = headers.contains("chunked") ? "64\r\n{\"na" : "{\"na";
    socket
        .getOutputStream()
        .write((request + " HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                + headers + "\r\n\r\n" + body)
            .getBytes(US_ASCII));
    return socket;
  }

  @Test
  void body_inPieces_isReadWhole() throws Exception {
    URI uri = WebInstance.alice().uri("/");
    for (String how : List.of("Content-Length: 14", "Transfer-Encoding: chunked")) {
      try (Socket socket = new Socket(uri.getHost(), uri.getPort())) {
        socket.setTcpNoDelay(true);
        socket.setSoTimeout(20_000);
        boolean chunked = how.contains("chunked");
        String head = "POST /api/v1/tokens HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
            + "Content-Type: application/json\r\n" + how + "\r\n\r\n" + (chunked ? "e\r\n" : "");
        for (String piece :
            List.of(head, "{\"name\"", ":\"ann\"}", chunked ? "\r\n0\r\n\r\n" : "")) {
          socket.getOutputStream().write(piece.getBytes(US_ASCII));
          socket.getOutputStream().flush();
          TimeUnit.MILLISECONDS.sleep(100); // pieces that came together would show nothing
        }
        assertThat(new String(socket.getInputStream().readAllBytes(), US_ASCII))
            .as(how)
            .contains("HTTP/1.1 201", "\"user\":\"ann-");
      }
    }
  }
}
