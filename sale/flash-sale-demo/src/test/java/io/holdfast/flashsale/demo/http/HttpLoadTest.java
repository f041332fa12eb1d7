package io.holdfast.flashsale.demo.http;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class HttpLoadTest {

  @Test
  void replies_ofKnownLengthAndInChunks_areRead() throws IOException {
    HttpServer server = HttpServer.create(loopback(), 0);
    server.createContext("/", exchange -> {
      boolean chunked = exchange.getRequestURI().getPath().endsWith("1");
      exchange.getResponseHeaders().add("Location", "/api/v1/orders/42");
      byte[] body = "{\"type\":\"/problems/sold-out\"}".getBytes(US_ASCII);
      exchange.sendResponseHeaders(409, chunked ? 0 : body.length);
      exchange.getResponseBody().write(body);
      exchange.close();
    });
    server.setExecutor(Executors.newFixedThreadPool(4));
    server.start();
    Asked asked = new Asked(100);
    try (HttpLoad load = new HttpLoad(List.of(uri(server.getAddress().getPort())), 4, limit())) {
      load.run(asked);
    } finally {
      server.stop(0);
    }
    assertThat(asked.answers).hasSize(100).containsOnly("409 sold-out /api/v1/orders/42");
  }

  @Test
  void connection_endedByTheServerBeforeItsReply_fails() throws Exception {
    try (ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      Thread rude = new Thread(() -> {
        while (true) {
          try (Socket socket = server.accept();
              InputStream in = socket.getInputStream()) {
            in.read();
          } catch (IOException closed) {
            return;
          }
        }
      });
      rude.start();
      Asked asked = new Asked(3);
      try (HttpLoad load = new HttpLoad(List.of(uri(server.getLocalPort())), 1, limit())) {
        load.run(asked);
      }
      assertThat(asked.answers).hasSize(3).allMatch(answer -> answer.startsWith("failed"));
      server.close();
      rude.join();
    }
  }

  @Test
  void target_thatTakesNoConnection_isLeftToTheOthers() throws IOException {
    int nobody;
    try (ServerSocket socket = new ServerSocket(0)) {
      nobody = socket.getLocalPort();
    }
    HttpServer server = HttpServer.create(loopback(), 0);
    server.createContext("/", exchange -> {
      exchange.sendResponseHeaders(204, -1);
      exchange.close();
    });
    server.start();
    Asked asked = new Asked(20);
    try (HttpLoad load =
        new HttpLoad(List.of(uri(nobody), uri(server.getAddress().getPort())), 2, limit())) {
      load.run(asked);
    } finally {
      server.stop(0);
    }
    assertThat(asked.answers).hasSize(20).containsOnly("204  ");
  }

  private static InetSocketAddress loopback() {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
  }

  private static URI uri(int port) {
    return URI.create("http://localhost:" + port);
  }

  private static Duration limit() {
    return Duration.ofSeconds(10);
  }

  /** Asks so many times, and remembers the answers. */
  private static final class Asked implements Work {

    private final List<String> answers = new ArrayList<>();
    private final int count;
    private int sent;

    Asked(int count) {
      this.count = count;
    }

    @Override
    public @Nullable Exchange next(long nanos) {
      return sent == count ? null : new Asking(sent++);
    }

    @Override
    public boolean isDone() {
      return answers.size() == count;
    }

    private final class Asking implements Exchange {

      private final int number;

      Asking(int number) {
        this.number = number;
      }

      @Override
      public void writeTo(ByteBuffer request) {
        request.put(("GET /" + number + " HTTP/1.1\r\nHost: localhost\r\n\r\n").getBytes(US_ASCII));
      }

      @Override
      public void answered(Reply reply, long nanos) {
        answers.add(reply.status() + " " + reply.between("/problems/", '"') + " "
            + reply.header("location"));
      }

      @Override
      public void failed(String why, long nanos) {
        answers.add("failed: " + why);
      }
    }
  }
}
