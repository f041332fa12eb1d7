package io.holdfast.flashsale.web;

import static io.holdfast.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.flashsale.events.EventStreams;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Server-sent events over a plain socket. */
@Timeout(60)
class EventsIT {

  private static final Caller ADMIN = Caller.admin(WebInstance.alice());

  private final List<Stream> open = new ArrayList<>();

  @AfterEach
  void close() {
    open.forEach(Stream::close);
  }

  /** One open stream. */
  private static final class Stream implements AutoCloseable {

    private final Socket socket;
    private final BufferedReader in;
    final int status;

    Stream(Caller caller, String path) {
      try {
        var uri = caller.instance().uri(path);
        socket = new Socket(uri.getHost(), uri.getPort());
        socket.setSoTimeout(20_000); // whoever waits for an event in vain fails, and does not hang
        StringBuilder request =
            new StringBuilder("GET " + path + " HTTP/1.0\r\nHost: localhost\r\n");
        for (int i = 0; i < caller.headers().size(); i += 2) {
          request
              .append(caller.headers().get(i))
              .append(": ")
              .append(caller.headers().get(i + 1))
              .append("\r\n");
        }
        socket.getOutputStream().write((request + "\r\n").getBytes(StandardCharsets.US_ASCII));
        in = new BufferedReader(
            new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
        status = Integer.parseInt(in.readLine().split(" ", 3)[1]);
        String line = in.readLine();
        while (line != null && !line.isEmpty()) {
          line = in.readLine();
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    /** The data of the next event; null at the end of the stream. */
    @Nullable
    String next() throws IOException {
      String line = in.readLine();
      while (line != null && !line.startsWith("data: ")) {
        line = in.readLine();
      }
      return line;
    }

    @Override
    public void close() {
      try {
        socket.close();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  private Stream follow(Caller caller, String path) {
    Stream stream = new Stream(caller, path);
    open.add(stream);
    return stream;
  }

  @Test
  void sale_bought_followersSeeIt() throws Exception {
    String sale = ADMIN.open(11, 5);
    Stream stream =
        follow(Caller.anybody(WebInstance.alice()), "/api/v1/sales/" + sale + "/events");
    assertThat(stream.status).isEqualTo(200);
    assertThat(stream.next()).contains("\"available\":5", "\"serverTime\"");
    Caller.user(WebInstance.alice()).buy(sale);
    assertThat(stream.next()).contains("\"available\":4");
    ADMIN.post("/api/v1/admin/sales/" + sale + "/pause", "{\"reason\":\"tea\"}");
    assertThat(stream.next()).contains("\"state\":\"PAUSED\"", "\"pauseReason\":\"tea\"");
  }

  @Test
  void order_untilPaid_streamEnds() throws Exception {
    String sale = ADMIN.open(11, 5);
    Caller ann = Caller.user(WebInstance.alice());
    String order = ann.buy(sale).header("Location");
    Stream stream = follow(ann, order + "/events");
    String data = String.valueOf(stream.next());
    while (data.contains("\"ACCEPTED\"")) {
      data = String.valueOf(stream.next());
    }
    assertThat(data).contains("\"AWAITING_PAYMENT\"");
    ann.post(order + "/payment", "");
    assertThat(stream.next()).contains("\"PAID\"");
    assertThat(stream.next()).isNull();
    assertThat(follow(ann, order + "/events").next()).contains("\"PAID\"");
  }

  @Test
  void streams_tooMany_refusedUntilOneEnds() {
    String sale = ADMIN.open(11, 50);
    String path = "/api/v1/sales/" + sale + "/events";
    Caller anybody = Caller.anybody(WebInstance.alice());
    EventStreams streams = WebInstance.alice().bean(EventStreams.class);
    eventually(() -> {
      Caller.user(WebInstance.alice()).buy(sale); // whoever has gone is noticed when it is told
      while (streams.open() < 4) {
        follow(anybody, path);
      }
      assertThat(follow(anybody, path).status).isEqualTo(503);
    });
    assertThat(anybody.get(path).problem()).as("it does not hang by now").isEqualTo("overloaded");
    open.forEach(Stream::close);
    eventually(() -> {
      Caller.user(WebInstance.alice()).buy(sale);
      assertThat(streams.open()).isLessThan(4);
    });
    assertThat(follow(anybody, path).status).isEqualTo(200);
  }

  @Test
  void streams_manyFromOneAddress_limitedThereAndOthersServed() throws Exception {
    try (WebInstance heidi = WebInstance.start(
        "heidi",
        "flash-sale.door.forwarded-for=true",
        "flash-sale.events.max-streams=20",
        "flash-sale.events.max-per-address=3")) {
      String sale = ADMIN.open(11, 50);
      String path = "/api/v1/sales/" + sale + "/events";
      Caller eve = Caller.anybody(heidi).with("X-Forwarded-For", "203.0.113.1");
      for (int i = 0; i < 3; i++) {
        assertThat(follow(eve, path).status).isEqualTo(200);
      }
      assertThat(eve.get(path).problem()).isEqualTo("rate-limited");
      for (int i = 0; i < 15; i++) { // up to what is kept for buyers
        assertThat(follow(Caller.anybody(heidi).with("X-Forwarded-For", "203.0.113.1" + i), path)
                .status)
            .isEqualTo(200);
      }
      assertThat(Caller.anybody(heidi)
              .with("X-Forwarded-For", "203.0.113.2")
              .get(path)
              .problem())
          .isEqualTo("overloaded");
      Caller ann = Caller.user(heidi).with("X-Forwarded-For", "203.0.113.99");
      String order = ann.buy(sale).header("Location");
      Stream stream = follow(ann, order + "/events");
      assertThat(stream.status).isEqualTo(200);
      assertThat(stream.next()).contains(sale);
    }
  }

  /** One question to the database for all of them. */
  @Test
  void orders_manyFollowed_databaseIsNotAskedForEach() throws Exception {
    String sale = ADMIN.open(11, 50);
    DatabaseLink link = new DatabaseLink();
    try (WebInstance ivan = WebInstance.startWith("ivan", link)) {
      for (int i = 0; i < 30; i++) {
        Caller ann = Caller.user(ivan);
        String order = ann.buy(sale).header("Location");
        assertThat(follow(ann, order + "/events").status).isEqualTo(200);
      }
      long threads = link.taken("flash-sale-events");
      long board = link.taken("flash-sale-orders");
      eventually(() -> assertThat(link.taken("flash-sale-orders")).isGreaterThan(board + 5));
      assertThat(link.taken("flash-sale-events")).isEqualTo(threads);
    }
  }

  @Test
  void instance_stops_streamsEndCleanlyAndAtOnce() throws Exception {
    WebInstance carol = WebInstance.start("carol");
    String sale = ADMIN.open(11, 5);
    Stream stream = follow(Caller.anybody(carol), "/api/v1/sales/" + sale + "/events");
    assertThat(stream.next()).contains("\"available\":5");
    long began = System.nanoTime();
    carol.close();
    assertThat(stream.next()).isNull();
    assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Duration.ofSeconds(10));
  }
}
