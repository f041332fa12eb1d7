package io.holdfast.lettuce;

import static io.holdfast.lettuce.Scripts.SETTINGS;
import static io.holdfast.lettuce.Scripts.eval;
import static io.holdfast.lettuce.Scripts.evalSha;
import static io.holdfast.lettuce.Scripts.failure;
import static io.holdfast.lettuce.Scripts.get;
import static io.holdfast.lettuce.Scripts.value;
import static io.holdfast.testkit.Eventually.eventually;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.spi.ErrorReplyException;
import io.holdfast.spi.Gateway;
import io.holdfast.spi.ScriptCall;
import io.holdfast.spi.ServerDescription.Kind;
import io.holdfast.testkit.RedisServer;
import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.protocol.ProtocolVersion;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class StandaloneGatewayIT {

  private static RedisServer server;
  private final Recorder recorder = new Recorder();

  @BeforeAll
  static void start() {
    server = RedisServer.start();
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  private Gateway open() {
    return new LettuceGatewayProvider().forUri(server.uri()).open(SETTINGS, recorder);
  }

  private static final ScriptCall EVERY_TYPE = eval(
      "return {1, 'two', {3, {ARGV[1]}, {}}, false, redis.status_reply('OK'), KEYS[1]}",
      List.of("k"),
      "fünf €");

  @Test
  void replies_ofEveryType_areReadAsLongStringAndList() {
    try (Gateway gateway = open()) {
      assertThat(value(gateway, EVERY_TYPE))
          .isEqualTo(
              Arrays.asList(1L, "two", List.of(3L, List.of("fünf €"), List.of()), null, "OK", "k"));
      assertThat(value(gateway, eval("return 9007199254740993", List.of())))
          .isInstanceOf(Long.class);
      assertThat(value(gateway, eval("return false", List.of()))).isNull();
      assertThat(value(gateway, eval("return 'a'", List.of()))).isEqualTo("a");
      assertThat(value(gateway, eval("return {}", List.of()))).isEqualTo(List.of());
    }
  }

  @Test
  void replies_inTheOlderProtocol_areTheSame() {
    RedisClient application = RedisClient.create();
    application.setOptions(
        ClientOptions.builder().protocolVersion(ProtocolVersion.RESP2).build());
    try (Gateway gateway =
        LettuceGateways.on(application, RedisURI.create(server.uri())).open(SETTINGS, recorder)) {
      assertThat(value(gateway, EVERY_TYPE))
          .isEqualTo(
              Arrays.asList(1L, "two", List.of(3L, List.of("fünf €"), List.of()), null, "OK", "k"));
      gateway.subscribe("resp2");
      eventually(() -> assertThat(recorder.subscribed).contains("resp2"));
      // Outlives at least one ping, so the ping of a subscribed RESP2 connection is understood.
      long pings = server.commandCalls("ping");
      eventually(() -> assertThat(server.commandCalls("ping")).isGreaterThan(pings));
      server.command("PUBLISH", "resp2", "0");
      eventually(() -> assertThat(recorder.messages).contains("resp2"));
      assertThat(recorder.acknowledgements("resp2")).isEqualTo(1);
    } finally {
      application.shutdown();
    }
  }

  @Test
  void values_ofOddCharacters_reachTheServerAsTheirUtf8() {
    String script =
        "redis.call('set', KEYS[1], ARGV[1]) return {redis.sha1hex(KEYS[1]), redis.sha1hex(ARGV[1])}";
    List<String> texts = OddTexts.some(500);
    try (Gateway gateway = open()) {
      for (int i = 1; i < texts.size(); i++) {
        String key = texts.get(i);
        String argument = texts.get(i - 1);
        assertThat(value(gateway, eval(script, List.of(key), argument)))
            .as(key)
            .isEqualTo(List.of(Scripts.sha(key), Scripts.sha(argument)));
        assertThat(server.command("STRLEN", key)).isEqualTo((long) argument.getBytes(UTF_8).length);
      }
    }
  }

  @Test
  void channels_ofOddCharacters_areHeard() {
    List<String> texts = OddTexts.some(300);
    List<String> heard = texts.stream().filter(OddTexts::isWellFormed).toList();
    assertThat(heard).hasSizeGreaterThan(30);
    try (Gateway gateway = open()) {
      texts.forEach(
          gateway::subscribe); // those with halves are nobody's, and must not harm the others
      eventually(() -> assertThat(recorder.subscribed).containsAll(heard));
      heard.forEach(channel ->
          value(gateway, eval("return redis.call('publish', ARGV[1], '0')", List.of(), channel)));
      eventually(() -> assertThat(recorder.messages).containsAll(heard));
    }
  }

  @Test
  void errorReplies_areTold_withTheServersWords() {
    try (Gateway gateway = open()) {
      assertThat(failure(gateway.run(evalSha("return 'never loaded'", List.of()))))
          .isInstanceOfSatisfying(
              ErrorReplyException.class, e -> assertThat(e.code()).isEqualTo("NOSCRIPT"));
      assertThat(failure(gateway.run(eval("return redis.error_reply('WRONGTYPE no')", List.of()))))
          .hasMessage("WRONGTYPE no");
    }
  }

  @Test
  void evalSha_afterEval_findsTheScript() {
    try (Gateway gateway = open()) {
      assertThat(value(gateway, eval("return ARGV[1]", List.of(), "x"))).isEqualTo("x");
      assertThat(value(gateway, evalSha("return ARGV[1]", List.of(), "y"))).isEqualTo("y");
    }
  }

  @Test
  void server_isDescribed() {
    try (Gateway gateway = open()) {
      assertThat(gateway.server().kind()).isEqualTo(Kind.STANDALONE);
      assertThat(gateway.server().version()).isEqualTo(spokenVersion());
      assertThat(gateway.server().address()).contains(":" + server.port());
      assertThat(gateway.server().sharded()).isFalse();
      assertThat(gateway.partition("anything")).isZero();
      long micros = get(gateway.timeMicros());
      assertThat(Math.abs(micros / 1000 - System.currentTimeMillis())).isLessThan(5_000);
    }
  }

  /** Valkey names itself, and says besides which Redis it is like. */
  private static String spokenVersion() {
    String valkey = server.info("server", "valkey_version");
    return valkey.isEmpty() ? "redis " + server.version() : "valkey " + valkey;
  }

  @Test
  void database_ofTheUri_isSelected() {
    try (Gateway gateway =
        new LettuceGatewayProvider().forUri(server.uri() + "/3").open(SETTINGS, recorder)) {
      value(gateway, eval("return redis.call('set', KEYS[1], '1')", List.of("in-three")));
      assertThat(server.keys()).doesNotContain("in-three");
    }
  }

  @Test
  void channels_areHeard_untilUnsubscribed() {
    try (Gateway gateway = open()) {
      gateway.subscribe("news");
      eventually(() -> assertThat(recorder.subscribed).containsExactly("news"));
      server.command("PUBLISH", "news", "0");
      eventually(() -> assertThat(recorder.messages).containsExactly("news"));
      gateway.unsubscribe("news");
      eventually(() -> assertThat(server.channels()).doesNotContain("news"));
      gateway.subscribe("news");
      eventually(() -> assertThat(recorder.acknowledgements("news")).isEqualTo(2));
    }
  }

  @Test
  void connections_areTwo_andCarryTheClientName() {
    try (Gateway gateway = open()) {
      assertThat(server.connectionCount("gateway-test")).isEqualTo(1);
      gateway.subscribe("c");
      eventually(() -> assertThat(recorder.subscribed).contains("c"));
      assertThat(server.connectionCount("gateway-test")).isEqualTo(2);
    }
    eventually(() -> assertThat(server.connectionCount("gateway-test")).isZero());
  }

  @Test
  void threads_ofOurOwn_areThree_andEndWithTheGateway() {
    Set<String> before = threads();
    try (Gateway gateway = open()) {
      gateway.subscribe("t");
      eventually(() -> assertThat(recorder.subscribed).contains("t"));
      Set<String> ours = threads();
      ours.removeAll(before);
      assertThat(ours).hasSizeLessThanOrEqualTo(3).allMatch(name -> name.startsWith("lettuce-"));
      assertThat(ours).anyMatch(name -> name.contains("epoll"));
    }
    eventually(() -> assertThat(threads()).isSubsetOf(before));
  }

  @Test
  void resources_ofTheApplication_areUsedAndStayOpen() {
    RedisClient application = RedisClient.create(server.uri());
    try {
      assertThat(application.connect().sync().ping()).isEqualTo("PONG");
      try (Gateway gateway =
          LettuceGateways.on(application, RedisURI.create(server.uri())).open(SETTINGS, recorder)) {
        assertThat(value(gateway, eval("return 1", List.of()))).isEqualTo(1L);
      }
      eventually(() -> assertThat(server.connectionCount("gateway-test")).isZero());
      assertThat(application.connect().sync().ping()).isEqualTo("PONG");
    } finally {
      application.shutdown();
    }
  }

  private static Set<String> threads() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().startsWith("lettuce"))
        .map(thread -> thread.getName() + "#" + thread.getId())
        .collect(Collectors.toCollection(TreeSet::new));
  }
}
