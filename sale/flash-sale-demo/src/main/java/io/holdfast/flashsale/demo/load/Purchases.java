package io.holdfast.flashsale.demo.load;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.holdfast.flashsale.buying.OrderId;
import io.holdfast.flashsale.check.Told;
import io.holdfast.flashsale.demo.http.Reply;
import java.nio.ByteBuffer;
import java.util.HashSet;
import java.util.Set;
import java.util.function.UnaryOperator;

/** One unit for each buyer, over the service's API. Remembers what the buyers were told. Not thread-safe. */
final class Purchases implements Wishes {

  static final String ACCEPTED = "accepted";

  private static final Set<String> STOCK_OR_LIMIT = Set.of("sold-out", "limit-reached");

  private static final byte[] KEY = "\r\nIdempotency-Key: k".getBytes(US_ASCII);
  private static final byte[] BODY =
      "\r\nContent-Type: application/json\r\nContent-Length: 14\r\n\r\n{\"quantity\":1}"
          .getBytes(US_ASCII);

  private final long saleId;
  private final String prefix;
  private final byte[] head;
  private final byte[][] tokens;
  private final Set<OrderId> accepted = new HashSet<>();
  private final Set<OrderId> unknown = new HashSet<>();
  private int turnedAway;

  /**
   * Wishes of so many buyers.
   *
   * @param prefix what their names begin with
   * @param issuer makes a user's token
   */
  Purchases(long saleId, String prefix, int buyers, UnaryOperator<String> issuer) {
    this.saleId = saleId;
    this.prefix = prefix;
    this.head = ("POST /api/v1/sales/" + saleId
            + "/orders HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ")
        .getBytes(US_ASCII);
    this.tokens = new byte[buyers][];
    for (int i = 0; i < buyers; i++) {
      tokens[i] = issuer.apply(prefix + i).getBytes(US_ASCII);
    }
  }

  @Override
  public void writeTo(int number, ByteBuffer request) {
    request.put(head).put(tokens[number]).put(KEY);
    request.put(Integer.toString(number).getBytes(US_ASCII)).put(BODY);
  }

  @Override
  public String kindOf(int number, Reply reply) {
    int status = reply.status();
    if (status == 201 || status == 202) {
      accepted.add(OrderId.parse(reply.between("/api/v1/orders/", '"')));
      return ACCEPTED;
    }
    String problem = reply.between("/problems/", '"');
    if (problem.equals("outcome-unknown") || problem.isEmpty() || status == 500) {
      return UNKNOWN;
    }
    if (!STOCK_OR_LIMIT.contains(problem)) {
      turnedAway++;
    }
    return problem;
  }

  @Override
  public void neverTold(int number) {
    unknown.add(OrderId.of(saleId, prefix + number, "k" + number));
  }

  int buyers() {
    return tokens.length;
  }

  /** What they were told, so far. */
  Told told() {
    return new Told(Set.copyOf(accepted), Set.copyOf(unknown), turnedAway);
  }
}
