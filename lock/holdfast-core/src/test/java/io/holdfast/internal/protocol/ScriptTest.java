package io.holdfast.internal.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ScriptTest {

  private static List<String> header(Script script) {
    return script.source().lines().takeWhile(line -> line.startsWith("--")).toList();
  }

  private static String body(Script script) {
    return String.join(
        "\n",
        script.source().lines().filter(line -> !line.strip().startsWith("--")).toList());
  }

  @ParameterizedTest
  @EnumSource
  void script_size_isUnder45Lines(Script script) {
    assertThat(script.source().lines()).hasSizeLessThan(45);
  }

  @ParameterizedTest
  @EnumSource
  void script_header_namesKeysArgumentsAndReply(Script script) {
    String header = String.join("\n", header(script));
    assertThat(header).contains("KEYS").contains("Reply");
    if (body(script).contains("ARGV")) {
      assertThat(header).contains("ARGV[1]");
    }
  }

  @ParameterizedTest
  @EnumSource
  void script_everyArgumentUsed_isInTheHeader(Script script) {
    String header = String.join("\n", header(script));
    Matcher used = Pattern.compile("(?:ARGV|KEYS)\\[\\d+]").matcher(body(script));
    while (used.find()) {
      assertThat(header).contains(used.group());
    }
  }

  @ParameterizedTest
  @EnumSource
  void script_sha_isTheSha1OfTheResource(Script script) throws Exception {
    String file = script.name().toLowerCase(Locale.ROOT) + ".lua";
    byte[] resource;
    try (var in = Script.class.getResourceAsStream(file)) {
      assertThat(in).isNotNull();
      resource = in.readAllBytes();
    }
    String sha = String.format(
        "%040x", new BigInteger(1, MessageDigest.getInstance("SHA-1").digest(resource)));
    assertThat(script.sha()).isEqualTo(sha).matches("[0-9a-f]{40}");
    assertThat(script.source()).isEqualTo(new String(resource, StandardCharsets.UTF_8));
  }

  @ParameterizedTest
  @EnumSource
  void script_traps_areAvoided(Script script) {
    assertThat(script.source()).doesNotStartWith("#!");
    assertThat(body(script)).doesNotContain("tostring(").doesNotContain("MULTI");
    int time = body(script).indexOf("'TIME'");
    int write = body(script).indexOf("'HSET'");
    assertThat(time < 0 || write < 0 || time < write)
        .as("TIME before any write")
        .isTrue();
  }

  @Test
  void bySha_call_carriesAll() {
    var call = Script.RENEW.bySha(List.of("a", "b"), List.of("1", "x", "y"));
    assertThat(call.bySha()).isTrue();
    assertThat(call.sha()).isEqualTo(Script.RENEW.sha());
    assertThat(call.source()).isEqualTo(Script.RENEW.source());
    assertThat(call.keys()).containsExactly("a", "b");
    assertThat(call.arguments()).containsExactly("1", "x", "y");
  }
}
