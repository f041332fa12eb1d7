package io.holdfast.flashsale.door;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.security.interfaces.ECPublicKey;
import java.security.interfaces.RSAPublicKey;
import java.security.spec.ECGenParameterSpec;
import java.time.Instant;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

class JwtTokensTest {

  private static KeyPair rsa;
  private static KeyPair ec;
  private static KeyPair shortRsa;

  @TempDir
  private Path folder;

  private Instant now = Instant.parse("2030-01-01T00:00:00Z");
  private Path file = Path.of("");
  private JwksKeys keys = new JwksKeys("");
  private JwtTokens tokens = tokens();

  @BeforeAll
  static void makeKeys() throws Exception {
    KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
    generator.initialize(1024);
    shortRsa = generator.generateKeyPair();
    generator.initialize(2048);
    rsa = generator.generateKeyPair();
    KeyPairGenerator curve = KeyPairGenerator.getInstance("EC");
    curve.initialize(new ECGenParameterSpec("secp256r1"));
    ec = curve.generateKeyPair();
  }

  @BeforeEach
  void writeKeys() throws Exception {
    file = folder.resolve("jwks.json");
    Files.writeString(file, "{\"keys\":[" + jwk("r", rsa) + "," + jwk("s", shortRsa) + "]}");
    keys = new JwksKeys(file.toString());
    keys.read();
    tokens = tokens();
  }

  private JwtTokens tokens() {
    return new JwtTokens(keys, "https://id.example", "shop", Runnable::run, () -> now);
  }

  private static String jwk(String id, KeyPair pair) {
    if (pair.getPublic() instanceof RSAPublicKey key) {
      return "{\"kty\":\"RSA\",\"kid\":\"%s\",\"n\":\"%s\",\"e\":\"%s\"}"
          .formatted(
              id,
              base64(unsigned(key.getModulus().toByteArray(), 0)),
              base64(key.getPublicExponent().toByteArray()));
    }
    ECPublicKey key = (ECPublicKey) pair.getPublic();
    return "{\"kty\":\"EC\",\"crv\":\"P-256\",\"kid\":\"%s\",\"x\":\"%s\",\"y\":\"%s\"}"
        .formatted(
            id,
            base64(unsigned(key.getW().getAffineX().toByteArray(), 32)),
            base64(unsigned(key.getW().getAffineY().toByteArray(), 32)));
  }

  private static byte[] unsigned(byte[] bytes, int length) {
    return bytes[0] == 0 && bytes.length > length
        ? java.util.Arrays.copyOfRange(bytes, 1, bytes.length)
        : bytes;
  }

  private static String base64(byte[] bytes) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  private Map<String, Object> claims(String subject) {
    Map<String, Object> claims = new HashMap<>();
    claims.put("iss", "https://id.example");
    claims.put("aud", "shop");
    claims.put("sub", subject);
    claims.put("exp", now.getEpochSecond() + 300);
    return claims;
  }

  private static String sign(String algorithm, String id, KeyPair pair, Map<String, Object> claims)
      throws Exception {
    String text =
        base64("{\"alg\":\"%s\",\"kid\":\"%s\"}".formatted(algorithm, id).getBytes(UTF_8)) + "."
            + base64(JsonMapper.shared().writeValueAsBytes(claims));
    Signature signature = Signature.getInstance(
        pair.getPublic() instanceof RSAPublicKey
            ? "SHA256withRSA"
            : "SHA256withECDSAinP1363Format");
    signature.initSign(pair.getPrivate());
    signature.update(text.getBytes(US_ASCII));
    return text + "." + base64(signature.sign());
  }

  @Test
  void token_ofTheIssuer_namesTheUser() throws Exception {
    assertThat(tokens.user(sign("RS256", "r", rsa, claims("ann")))).isEqualTo("jwt_ann");
    Map<String, Object> several = claims("auth0|4711");
    several.put("aud", new String[] {"other", "shop"});
    assertThat(tokens.user(sign("RS256", "r", rsa, several)))
        .matches("jwt_[A-Za-z0-9_-]{43}")
        .isEqualTo(tokens.user(sign("RS256", "r", rsa, several)));
  }

  @Test
  void token_withAWrongClaim_refused() throws Exception {
    Map<String, Object> wrong = new HashMap<>();
    wrong.put("iss", "https://id.example/");
    wrong.put("aud", "other");
    wrong.put("sub", "");
    wrong.put("exp", now.getEpochSecond() - 61);
    wrong.put("nbf", now.getEpochSecond() + 120);
    for (Map.Entry<String, Object> one : wrong.entrySet()) {
      Map<String, Object> claims = claims("ann");
      claims.put(one.getKey(), one.getValue());
      assertThat(tokens.user(sign("RS256", "r", rsa, claims)))
          .as(one.toString())
          .isNull();
      if (!one.getKey().equals("nbf")) {
        claims.remove(one.getKey());
        assertThat(tokens.user(sign("RS256", "r", rsa, claims)))
            .as("no " + one.getKey())
            .isNull();
      }
    }
    Map<String, Object> text = claims("ann");
    text.put("exp", "9999999999");
    assertThat(tokens.user(sign("RS256", "r", rsa, text)))
        .as("an expiry that is text")
        .isNull();
  }

  @Test
  void token_notSignedAsTheKeySays_refused() throws Exception {
    String good = sign("RS256", "r", rsa, claims("ann"));
    String[] parts = good.split("\\.", -1);
    assertThat(tokens.user(sign("RS256", "r", shortRsa, claims("ann"))))
        .as("another key")
        .isNull();
    assertThat(tokens.user(sign("RS256", "s", shortRsa, claims("ann"))))
        .as("short key")
        .isNull();
    assertThat(tokens.user(sign("ES256", "r", rsa, claims("ann"))))
        .as("another algorithm")
        .isNull();
    assertThat(tokens.user(sign("none", "r", rsa, claims("ann")))).as("none").isNull();
    assertThat(tokens.user(parts[0] + "." + parts[1] + ".")).as("no signature").isNull();
    assertThat(tokens.user(
            parts[0] + "." + base64("{\"sub\":\"eve\"}".getBytes(UTF_8)) + "." + parts[2]))
        .as("another text")
        .isNull();
    Mac mac = Mac.getInstance("HmacSHA256"); // the public key taken for a secret
    mac.init(new SecretKeySpec(rsa.getPublic().getEncoded(), "HmacSHA256"));
    String text = base64("{\"alg\":\"HS256\",\"kid\":\"r\"}".getBytes(UTF_8)) + "." + parts[1];
    assertThat(tokens.user(text + "." + base64(mac.doFinal(text.getBytes(US_ASCII)))))
        .isNull();
    for (String odd :
        new String[] {"", "eyJ", "eyJ.eyJ.eyJ", "a.b.c.d", "eyJ" + "a".repeat(5000)}) {
      assertThat(tokens.user(odd)).as(odd).isNull();
    }
  }

  @Test
  void keys_issuerHasANewOne_readWhenATokenNamesIt() throws Exception {
    String token = sign("ES256", "e", ec, claims("bob"));
    Files.writeString(file, "{\"keys\":[" + jwk("e", ec) + "]}");
    assertThat(tokens.user(token)).as("it is only being fetched").isNull();
    assertThat(tokens.user(token)).isEqualTo("jwt_bob");
    Files.writeString(file, "nonsense");
    assertThat(tokens.user(sign("RS256", "other", rsa, claims("ann")))).isNull();
    assertThat(tokens.user(token)).as("what was known stays").isEqualTo("jwt_bob");
  }

  @Test
  void keys_notThere_saidWhere() {
    assertThatThrownBy(() -> new JwksKeys(folder.resolve("none.json").toString()).read())
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("none.json");
  }
}
