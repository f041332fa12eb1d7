package io.holdfast.flashsale.web;

import static java.nio.charset.StandardCharsets.UTF_16BE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.Charset;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Requests that nobody with good intentions sends. Each gets a problem of the right kind, and none is our mistake. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(60)
class HostileIT {

  private static final int AT_LEAST = 169;
  private static final WebInstance ALICE = WebInstance.alice();
  private static final Caller ADMIN = Caller.admin(ALICE);
  private static final String GOOD = "{\"quantity\":1}";
  private final long later = Instant.now().plusSeconds(3600).getEpochSecond();

  /**
   * One of them.
   *
   * @param types the problem it may be; several where the server decides which check comes first
   */
  record Case(String what, RawRequest request, List<ProblemType> types) {

    @Override
    public String toString() {
      return what;
    }
  }

  private final List<Case> cases = new ArrayList<>();
  private String sale = "";
  private String buy = "";
  private String user = "";

  @BeforeAll
  void collect() {
    sale = ADMIN.open(11, 1000);
    buy = "/api/v1/sales/" + sale + "/orders";
    user = "Authorization: " + Caller.user(ALICE).headers().get(1);
    identities();
    adminPaths();
    keys();
    bodies();
    contentTypes();
    sizes();
    salePaths();
    orderPaths();
    methods();
    protocol();
    guests();
    adminValues();
  }

  List<Case> cases() {
    return cases;
  }

  private void add(String what, RawRequest request, ProblemType... types) {
    String shown = what.length() > 80 ? what.substring(0, 80) + "…" : what;
    cases.add(new Case(shown.replaceAll("\\p{Cntrl}", "?"), request, List.of(types)));
  }

  @Test
  void suite_isAsLargeAsItWas() {
    assertThat(cases).hasSizeGreaterThanOrEqualTo(AT_LEAST);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("cases")
  void request_hostile_refusedAsAProblem(Case hostile) throws Exception {
    RawRequest.Answer answer = hostile.request().send(ALICE);
    String all = answer.head() + "\n" + answer.body();
    assertThat(hostile.types()).as(all).extracting(ProblemType::status).contains(answer.status());
    assertThat(answer.head().toLowerCase(Locale.ROOT))
        .contains("content-type: application/problem+json", "content-security-policy:")
        .doesNotContain("tomcat");
    assertThat(hostile.types())
        .as(all)
        .extracting(ProblemType::uri)
        .contains(answer.json().path("type").asString(""));
    assertThat(answer.json().path("status").asInt()).isEqualTo(answer.status());
    assertThat(answer.body()).doesNotContain("Exception", "java.", "org.", "omcat", "<html");
  }

  private static String signed(String text) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(WebInstance.SECRET.getBytes(UTF_8), "HmacSHA256"));
      return text + "."
          + Base64.getUrlEncoder()
              .withoutPadding()
              .encodeToString(mac.doFinal(text.getBytes(UTF_8)));
    } catch (java.security.GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private void identities() {
    String good = Caller.user(ALICE).headers().get(1).substring("Bearer ".length());
    List<String> headers = List.of(
        "X-None: 1",
        "Authorization:",
        "Authorization: Bearer",
        "Authorization: Bearer ",
        "Authorization: Basic YW5uOmFubg==",
        "Authorization: " + good,
        "Authorization: Bearer x",
        "Authorization: Bearer ...",
        "Authorization: Bearer ann." + later + ".AAAA",
        "Authorization: Bearer ann." + later + ".%%%%",
        "Authorization: Bearer " + signed("ann.tomorrow"),
        "Authorization: Bearer " + signed("ann."),
        "Authorization: Bearer " + signed("ann.-1"),
        "Authorization: Bearer " + signed("ann.1"),
        "Authorization: Bearer " + signed("ann.99999999999999999999"),
        "Authorization: Bearer " + signed("." + later),
        "Authorization: Bearer " + signed("a b." + later),
        "Authorization: Bearer " + signed("a.b." + later),
        "Authorization: Bearer " + good + "x",
        "Authorization: Bearer  " + good,
        "Authorization: Bearer " + good.substring(0, good.length() - 5),
        "Authorization: Bearer " + WebInstance.ADMIN,
        "Authorization: Bearer " + "a".repeat(2000),
        "Authorization: Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiJhbm4ifQ.",
        "Authorization: Bearer " + good + "\r\nAuthorization: Bearer " + good);
    for (String header : headers) {
      add("buy with " + header, buying(header, "k").json(GOOD), ProblemType.UNAUTHORIZED);
      add(
          "orders with " + header,
          RawRequest.of("GET", "/api/v1/orders", header),
          ProblemType.UNAUTHORIZED);
    }
  }

  private RawRequest buying(String identity, String key) {
    return RawRequest.of("POST", buy, identity, "Idempotency-Key: " + key);
  }

  private void adminPaths() {
    for (String path : List.of(
        "/api/v1/admin/sales",
        "/api/v1/%61dmin/sales",
        "/api/v1/admin/sales/1/orders.csv",
        "/api/v1/admin",
        "/api/v1/lab/rungs",
        "/api/v1/admin/sales;x=1",
        "/api/v1/./admin/sales",
        "/api/v1/sales/../admin/sales",
        "//api/v1/admin/sales",
        "/api/v1/admin//sales",
        "/api/v1/ADMIN/sales",
        "/api/v1/admin%2fsales")) {
      add(
          "as a user " + path,
          RawRequest.of("GET", path, user),
          ProblemType.UNAUTHORIZED,
          ProblemType.NOT_FOUND,
          ProblemType.INVALID_REQUEST);
    }
  }

  private void keys() {
    add("no key", RawRequest.of("POST", buy, user).json(GOOD), ProblemType.MISSING_KEY);
    for (String key : List.of("", "x".repeat(65), "a b", "a/b", "é", "a\tb", "a,b", "\"a\"")) {
      add("key '" + key + "'", buying(user, key).json(GOOD), ProblemType.INVALID_REQUEST);
    }
    add(
        "two keys",
        buying(user, "k").with("Idempotency-Key: l").json(GOOD),
        ProblemType.INVALID_REQUEST);
    add(
        "the same key twice",
        buying(user, "k").with("Idempotency-Key: k").json(GOOD),
        ProblemType.INVALID_REQUEST);
  }

  private void bodies() {
    for (String body : List.of(
        "",
        " ",
        "[]",
        "{}",
        "null",
        "1",
        "\"1\"",
        "{\"quantity\":0}",
        "{\"quantity\":-1}",
        "{\"quantity\":1.5}",
        "{\"quantity\":1.0}",
        "{\"quantity\":1e0}",
        "{\"quantity\":\"1\"}",
        "{\"quantity\":1001}",
        "{\"quantity\":2147483648}",
        "{\"quantity\":99999999999999999999}",
        "{\"quantity\":true}",
        "{\"quantity\":null}",
        "{\"quantity\":[1]}",
        "{\"quantity\":{\"quantity\":1}}",
        "{\"Quantity\":1}",
        "{\"quantity\":1",
        "{\"quantity\":1,}",
        "{\"quantity\":1}}",
        "{\"quantity\":1}{\"quantity\":1}",
        "{\"quantity\":1,\"quantity\":0}",
        "{quantity:1}",
        "{'quantity':1}",
        "{\"quantity\":NaN}",
        "{\"quantity\":0x1}",
        "{\"quantity\":01}",
        "{\"quantity\":+1}",
        "{\"quantity\":1}/* tea */",
        "quantity=1",
        "<quantity>1</quantity>",
        "{\"quantity\":\"１\"}",
        "{\"a\":" + "[".repeat(3000),
        "\u0000")) {
      add("body " + body, buying(user, "k").json(body), ProblemType.INVALID_REQUEST);
    }
    for (Charset charset : List.of(UTF_16BE, Charset.forName("UTF-32"))) {
      add(
          "body in " + charset,
          buying(user, "k").with("Content-Type: application/json").with(GOOD.getBytes(charset)),
          ProblemType.INVALID_REQUEST);
    }
    add(
        "body that is no UTF-8",
        buying(user, "k")
            .with("Content-Type: application/json")
            .with(new byte[] {'{', (byte) 0xff, '}'}),
        ProblemType.INVALID_REQUEST);
  }

  private void contentTypes() {
    for (String type : List.of(
        "X-None: 1",
        "Content-Type:",
        "Content-Type: text/plain",
        "Content-Type: application/xml",
        "Content-Type: json",
        "Content-Type: application/jsonx",
        "Content-Type: application/json; charset=utf-16",
        "Content-Type: application/json, text/plain",
        "Content-Type: application/x-www-form-urlencoded",
        "Content-Type: multipart/form-data; boundary=x",
        "Content-Type: */*")) {
      RawRequest request = buying(user, "k").with(type).with(GOOD.getBytes(UTF_8));
      add("buy with " + type, request, ProblemType.UNSUPPORTED_MEDIA_TYPE);
    }
    for (String type : List.of("text/plain", "multipart/form-data", "x", "application/xml")) {
      add(
          "guest with " + type,
          RawRequest.of("POST", "/api/v1/tokens", "Content-Type: " + type)
              .with("{\"name\":\"ann\"}".getBytes(UTF_8)),
          ProblemType.UNSUPPORTED_MEDIA_TYPE);
    }
  }

  private void sizes() {
    add(
        "large body",
        buying(user, "k").json(GOOD + " ".repeat(WholeBody.MOST)),
        ProblemType.TOO_LARGE);
    add(
        "a body that says it is large",
        buying(user, "k").with("Content-Length: 999999999999"),
        ProblemType.TOO_LARGE);
    for (String length : List.of("-1", "abc", "1.5", "99999999999999999999999")) {
      add(
          "length " + length,
          buying(user, "k").with("Content-Length: " + length),
          ProblemType.INVALID_REQUEST);
    }
    add(
        "two lengths",
        buying(user, "k").with("Content-Length: 3").with("Content-Length: 4"),
        ProblemType.INVALID_REQUEST);
    for (String chunk : List.of("zz\r\n", "-1\r\n", "fffffffff\r\n", "e\n" + GOOD)) {
      add(
          "chunk " + chunk,
          new RawRequest(
              buying(user, "k")
                  .with("Content-Type: application/json")
                  .with("Transfer-Encoding: chunked")
                  .head(),
              chunk + "\r\n"),
          ProblemType.INVALID_REQUEST);
    }
    add(
        "unknown encoding",
        buying(user, "k").with("Transfer-Encoding: gzip"),
        ProblemType.INVALID_REQUEST);
    add(
        "large header",
        RawRequest.of("GET", "/api/v1/sales", "X-Large: " + "a".repeat(10_000)),
        ProblemType.INVALID_REQUEST);
  }

  private void salePaths() {
    for (String id : List.of(
        "abc",
        "-1",
        "+1",
        "0x1",
        "1.0",
        "1e1",
        "%20",
        "1%20",
        "%EF%BC%97",
        "%D9%A1",
        "99999999999999999999",
        "1;DROP",
        "'1'",
        "1%27",
        "%2e%2e",
        "null",
        "1%00")) {
      for (String request : List.of("GET /api/v1/sales/%s", "GET /api/v1/sales/%s/events")) {
        String[] parts = request.formatted(id.replace("%", "%%")).split(" ", 2);
        add(
            request.formatted(id),
            RawRequest.of(parts[0], parts[1].replace("%%", "%")),
            ProblemType.INVALID_REQUEST,
            ProblemType.NOT_FOUND);
      }
      add(
          "buy at " + id,
          RawRequest.of("POST", "/api/v1/sales/" + id + "/orders", user, "Idempotency-Key: k")
              .json(GOOD),
          ProblemType.INVALID_REQUEST,
          ProblemType.NOT_FOUND);
    }
    for (String id : List.of("0", "4294967296", "999999999999999999")) {
      add("no sale " + id, RawRequest.of("GET", "/api/v1/sales/" + id), ProblemType.NOT_FOUND);
      add(
          "buy at no sale " + id,
          RawRequest.of("POST", "/api/v1/sales/" + id + "/orders", user, "Idempotency-Key: k")
              .json(GOOD),
          ProblemType.NOT_FOUND);
    }
  }

  private void orderPaths() {
    for (String id :
        List.of("abc", "1-1-1-1-1", "%00", "a".repeat(500), UUID.randomUUID().toString())) {
      String path = "/api/v1/orders/" + id;
      ProblemType[] none = {ProblemType.NOT_FOUND, ProblemType.INVALID_REQUEST};
      add("order " + id, RawRequest.of("GET", path, user), none);
      add("follow order " + id, RawRequest.of("GET", path + "/events", user), none);
      add("cancel order " + id, RawRequest.of("DELETE", path, user), none);
      add("pay order " + id, RawRequest.of("POST", path + "/payment", user), none);
    }
  }

  private void methods() {
    for (String method : List.of("GET", "PUT", "PATCH", "DELETE", "TRACE", "FOO", "get")) {
      add(
          method + " of orders of a sale",
          RawRequest.of(method, buy, user),
          ProblemType.METHOD_NOT_ALLOWED);
    }
    for (String method : List.of("POST", "PUT", "DELETE", "PATCH")) {
      add(
          method + " of sales",
          RawRequest.of(method, "/api/v1/sales", user),
          ProblemType.METHOD_NOT_ALLOWED);
    }
    add(
        "CONNECT",
        RawRequest.of("CONNECT", "example.org:443"),
        ProblemType.INVALID_REQUEST,
        ProblemType.METHOD_NOT_ALLOWED,
        ProblemType.NOT_FOUND);
    add(
        "as a picture",
        RawRequest.of("GET", "/api/v1/sales", "Accept: image/png"),
        ProblemType.NOT_ACCEPTABLE);
  }

  private void protocol() {
    for (String line : List.of(
        "GET /api/v1/sales HTTP/1.1",
        "GET /{} HTTP/1.1\r\nHost: localhost",
        "GET /a|b HTTP/1.1\r\nHost: localhost",
        "GET /% HTTP/1.1\r\nHost: localhost",
        "GET /%zz HTTP/1.1\r\nHost: localhost",
        "GET /%00 HTTP/1.1\r\nHost: localhost",
        "GET /a\\b HTTP/1.1\r\nHost: localhost",
        "GET /a\"b HTTP/1.1\r\nHost: localhost",
        "GET /é HTTP/1.1\r\nHost: localhost",
        "GET /../../etc/passwd HTTP/1.1\r\nHost: localhost",
        "GET /%2e%2e/%2e%2e/etc/passwd HTTP/1.1\r\nHost: localhost",
        "GET /js/..%2f..%2fapplication.yaml HTTP/1.1\r\nHost: localhost",
        "GET /WEB-INF/web.xml HTTP/1.1\r\nHost: localhost",
        "GET /.git/config HTTP/1.1\r\nHost: localhost",
        "GET /application.yaml HTTP/1.1\r\nHost: localhost",
        "GET /error HTTP/1.1\r\nHost: localhost",
        "GET /api HTTP/1.1\r\nHost: localhost",
        "GET /api/v2/sales HTTP/1.1\r\nHost: localhost",
        "GET /api/v1/sales HTTP/1.1\r\nHost: localhost\r\nHost: elsewhere",
        "GET /api/v1/sales HTTP/1.1\r\nHost: a b",
        "GET /api/v1/sales HTTP/9.9\r\nHost: localhost",
        "GET /api/v1/sales HTTP/1.1\r\nHost: localhost\r\nB{d: 1",
        "G{T /api/v1/sales HTTP/1.1\r\nHost: localhost",
        "nonsense")) {
      add(
          line,
          new RawRequest(line + "\r\nConnection: close\r\n", ""),
          ProblemType.INVALID_REQUEST,
          ProblemType.NOT_FOUND);
    }
  }

  private void guests() {
    for (String body : List.of(
        "",
        "{}",
        "[]",
        "null",
        "\"ann\"",
        "{\"name\":null}",
        "{\"name\":\"\"}",
        "{\"name\":\"a b\"}",
        "{\"name\":\"a.b\"}",
        "{\"name\":\"é\"}",
        "{\"name\":\"" + "a".repeat(25) + "\"}",
        "{\"name\":[\"ann\"]}",
        "{\"name\":\"<b>\"}",
        "{\"name\":\"ann\\n\"}",
        "{")) {
      add(
          "guest " + body,
          RawRequest.of("POST", "/api/v1/tokens").json(body),
          ProblemType.INVALID_REQUEST);
    }
  }

  private void adminValues() {
    String times = "\"opensAt\":\"2030-01-01T00:00:00Z\",\"endsAt\":\"2030-01-02T00:00:00Z\"";
    String admin = "Authorization: Bearer " + WebInstance.ADMIN;
    for (String body : List.of(
        "{}",
        "[]",
        "{\"name\":\"\",\"priceCents\":1,\"total\":1," + times + "}",
        "{\"name\":\" \",\"priceCents\":1,\"total\":1," + times + "}",
        "{\"name\":\"" + "n".repeat(121) + "\",\"priceCents\":1,\"total\":1," + times + "}",
        "{\"name\":\"n\",\"priceCents\":1,\"total\":1.5," + times + "}",
        "{\"name\":\"n\",\"priceCents\":1,\"total\":\"5\"," + times + "}",
        "{\"name\":\"n\",\"priceCents\":1,\"total\":-1," + times + "}",
        "{\"name\":\"n\",\"priceCents\":1,\"total\":10000001," + times + "}",
        "{\"name\":\"n\",\"priceCents\":1,\"total\":99999999999," + times + "}",
        "{\"name\":\"n\",\"priceCents\":-1,\"total\":1," + times + "}",
        "{\"name\":\"n\",\"priceCents\":1.5,\"total\":1," + times + "}",
        "{\"name\":\"n\",\"priceCents\":1,\"total\":1,\"rung\":0," + times + "}",
        "{\"name\":\"n\",\"priceCents\":1,\"total\":1,\"rung\":13," + times + "}",
        "{\"name\":\"n\",\"priceCents\":1,\"total\":1,\"perUser\":0," + times + "}",
        "{\"name\":\"n\",\"priceCents\":1,\"total\":1,\"opensAt\":\"soon\",\"endsAt\":\"later\"}",
        "{\"name\":\"n\",\"priceCents\":1,\"total\":1,\"opensAt\":\"2030-01-02T00:00:00Z\",\"endsAt\":\"2030-01-01T00:00:00Z\"}")) {
      add(
          "new sale " + body,
          RawRequest.of(
                  "POST", "/api/v1/admin/sales", admin, "Idempotency-Key: " + UUID.randomUUID())
              .json(body),
          ProblemType.INVALID_REQUEST);
    }
    for (String units : List.of("0", "-1", "1.5", "\"5\"", "null", "99999999999", "true")) {
      add(
          "restock " + units,
          RawRequest.of(
                  "POST",
                  "/api/v1/admin/sales/" + sale + "/restock",
                  admin,
                  "Idempotency-Key: " + UUID.randomUUID())
              .json("{\"units\":" + units + "}"),
          ProblemType.INVALID_REQUEST);
    }
  }
}
