package io.holdfast.flashsale.page;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;

/**
 * Serves the page, and answers its requests with what a test has put there: the way to have a buyer see every
 * answer of the API, in any order. A request nobody has prepared an answer for is a 404 problem.
 */
final class MadeUpService implements AutoCloseable {

  /** What a request was. */
  record Seen(String method, String path, String key, String token, String body) {}

  /**
   * An answer. {@code $NOW} in a body is the server's time when it is sent.
   *
   * @param status 0 breaks off in the middle of an answer
   */
  record Reply(int status, String body, int retryAfterSeconds) {

    static Reply json(int status, String body) {
      return new Reply(status, body, 0);
    }

    static Reply problem(int status, String type) {
      return problem(status, type, 0);
    }

    static Reply problem(int status, String type, int retryAfterSeconds) {
      String body = "{\"type\":\"/problems/%s\",\"title\":\"%s\",\"status\":%d}";
      return new Reply(status, body.formatted(type, type, status), retryAfterSeconds);
    }

    static Reply breakOff() {
      return new Reply(0, "", 0);
    }
  }

  private static final Map<String, String> TYPES = Map.of(
      "html",
      "text/html;charset=utf-8",
      "css",
      "text/css",
      "js",
      "text/javascript",
      "svg",
      "image/svg+xml");

  private final HttpServer server;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final Map<String, Deque<Reply>> replies = new ConcurrentHashMap<>();
  private final Map<String, String> latest = new ConcurrentHashMap<>();
  private final Map<String, List<OutputStream>> streams = new ConcurrentHashMap<>();
  private final List<Seen> seen = new CopyOnWriteArrayList<>();
  private volatile Duration ahead = Duration.ZERO;

  MadeUpService() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::handle);
    server.setExecutor(threads);
    server.start();
  }

  URI uri(String path) {
    return URI.create("http://localhost:" + server.getAddress().getPort() + path);
  }

  /** Answers this request with these replies in turn, and with the last one from then on. */
  void on(String methodAndPath, Reply... inTurn) {
    replies.put(methodAndPath, new ArrayDeque<>(List.of(inTurn)));
  }

  /** Sends an event to those who follow this path, and to those who will. */
  void publish(String path, String data) {
    latest.put(path, data);
    streams.getOrDefault(path, List.of()).forEach(out -> write(path, out, data));
  }

  /** Lets the server's clock be ahead of the browser's. */
  void setAhead(Duration ahead) {
    this.ahead = ahead;
  }

  Instant now() {
    return Instant.now().plus(ahead);
  }

  /** The requests with this method and path so far. */
  List<Seen> seen(String methodAndPath) {
    return seen.stream()
        .filter(one -> (one.method() + " " + one.path()).equals(methodAndPath))
        .toList();
  }

  private void handle(HttpExchange exchange) throws IOException {
    String path = exchange.getRequestURI().getPath();
    exchange.getResponseHeaders().set("Content-Security-Policy", "default-src 'self'");
    if (!path.startsWith("/api/")) {
      file(exchange, path.equals("/") ? "/index.html" : path);
    } else if (path.endsWith("/events")) {
      stream(exchange, path);
    } else {
      answer(exchange, path);
    }
  }

  private void file(HttpExchange exchange, String path) throws IOException {
    try (InputStream in = MadeUpService.class.getResourceAsStream("/static" + path)) {
      if (in == null) {
        exchange.sendResponseHeaders(404, -1);
        return;
      }
      String ending = path.substring(path.lastIndexOf('.') + 1);
      send(
          exchange, 200, TYPES.getOrDefault(ending, "application/octet-stream"), in.readAllBytes());
    }
  }

  private void answer(HttpExchange exchange, String path) throws IOException {
    seen.add(new Seen(
        exchange.getRequestMethod(),
        path,
        header(exchange, "Idempotency-Key"),
        header(exchange, "Authorization"),
        new String(exchange.getRequestBody().readAllBytes(), UTF_8)));
    Reply reply = next(exchange.getRequestMethod() + " " + path);
    if (reply.status() == 0) {
      // Without any answer Chromium sends the request once more by itself.
      exchange.sendResponseHeaders(200, 1000);
      exchange.getResponseBody().write('{');
      exchange.getResponseBody().flush();
      exchange.close();
      return;
    }
    if (reply.retryAfterSeconds() > 0) {
      exchange.getResponseHeaders().set("Retry-After", String.valueOf(reply.retryAfterSeconds()));
    }
    String type = reply.status() < 400 ? "application/json" : "application/problem+json";
    send(exchange, reply.status(), type, timed(reply.body()).getBytes(UTF_8));
  }

  private Reply next(String methodAndPath) {
    Deque<Reply> inTurn = replies.get(methodAndPath);
    if (inTurn == null) {
      return Reply.problem(404, "not-found");
    }
    synchronized (inTurn) {
      return inTurn.size() > 1 ? inTurn.removeFirst() : inTurn.getFirst();
    }
  }

  private void stream(HttpExchange exchange, String path) throws IOException {
    exchange.getResponseHeaders().set("Content-Type", "text/event-stream");
    exchange.sendResponseHeaders(200, 0);
    OutputStream out = exchange.getResponseBody();
    streams.computeIfAbsent(path, absent -> new CopyOnWriteArrayList<>()).add(out);
    write(path, out, latest.get(path));
  }

  private void write(String path, OutputStream out, @Nullable String data) {
    try {
      synchronized (out) {
        out.write((data == null ? ": open\n\n" : "event: it\ndata: " + timed(data) + "\n\n")
            .getBytes(UTF_8));
        out.flush();
      }
    } catch (IOException e) {
      streams.getOrDefault(path, List.of()).remove(out); // the browser has left
    }
  }

  private String timed(String body) {
    return body.replace("$NOW", now().toString());
  }

  private static String header(HttpExchange exchange, String name) {
    String value = exchange.getRequestHeaders().getFirst(name);
    return value == null ? "" : value;
  }

  private static void send(HttpExchange exchange, int status, String type, byte[] body)
      throws IOException {
    exchange.getResponseHeaders().set("Content-Type", type);
    exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
