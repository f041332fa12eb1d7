package io.holdfast.flashsale.fulfilment;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.HexFormat;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/** The example of the documentation: hears events, and believes only those that are signed. */
public final class Receiver implements AutoCloseable {

  private static final Pattern SIGNATURE = Pattern.compile("t=([0-9]{1,12}),v1=([0-9a-f]{64})");
  private static final long TOLERANCE_SECONDS = 300;

  private final String secret;
  private final Consumer<String> events;
  private final HttpServer server;

  /**
   * Listens on a free port.
   *
   * @param events told the body of each event, at least once: it remembers which it has had
   */
  public Receiver(String secret, Consumer<String> events) throws IOException {
    this.secret = secret;
    this.events = events;
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::receive);
    server.start();
  }

  public URI uri() {
    return URI.create("http://localhost:" + server.getAddress().getPort() + "/events");
  }

  void receive(HttpExchange exchange) throws IOException {
    byte[] body = exchange.getRequestBody().readAllBytes();
    int status = 204;
    if (!isSigned(exchange.getRequestHeaders().getFirst("Webhook-Signature"), body)) {
      status = 401;
    } else {
      try {
        events.accept(new String(body, UTF_8));
      } catch (RuntimeException e) {
        status = 500; // it comes again
      }
    }
    exchange.sendResponseHeaders(status, -1);
    exchange.close();
  }

  boolean isSigned(@Nullable String header, byte[] body) {
    Matcher parts = SIGNATURE.matcher(header == null ? "" : header);
    if (!parts.matches()) {
      return false;
    }
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(secret.getBytes(UTF_8), "HmacSHA256"));
      mac.update((parts.group(1) + ".").getBytes(US_ASCII));
      boolean isOurs =
          MessageDigest.isEqual(mac.doFinal(body), HexFormat.of().parseHex(parts.group(2)));
      long age = Instant.now().getEpochSecond() - Long.parseLong(parts.group(1));
      return isOurs && Math.abs(age) <= TOLERANCE_SECONDS;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
