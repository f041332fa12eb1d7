package io.holdfast.flashsale.web;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.security.interfaces.RSAPublicKey;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Buyers who come with the token of an issuer of one's own. */
class JwtIT {

  @Test
  void buyer_withATokenOfTheIssuer_buysBesideGuests(@TempDir Path folder) throws Exception {
    KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
    generator.initialize(2048);
    KeyPair pair = generator.generateKeyPair();
    RSAPublicKey key = (RSAPublicKey) pair.getPublic();
    Path jwks = folder.resolve("jwks.json");
    Files.writeString(
        jwks,
        "{\"keys\":[{\"kty\":\"RSA\",\"kid\":\"1\",\"n\":\"%s\",\"e\":\"%s\"}]}"
            .formatted(
                base64(key.getModulus().toByteArray()),
                base64(key.getPublicExponent().toByteArray())));
    String sale = Caller.admin(WebInstance.alice()).open(11, 5);
    try (WebInstance judy = WebInstance.start(
        "judy",
        "flash-sale.jwt.issuer=https://id.example",
        "flash-sale.jwt.audience=shop",
        "flash-sale.jwt.jwks=" + jwks)) {
      Caller ann = caller(judy, token(pair, "shop"));
      assertThat(ann.buy(sale).status()).isEqualTo(202);
      assertThat(ann.buy(sale).problem()).as("the same user").isEqualTo("limit-reached");
      assertThat(caller(judy, token(pair, "other")).buy(sale).status()).isEqualTo(401);
      assertThat(Caller.user(judy).buy(sale).status()).as("a token of ours").isEqualTo(202);
      assertThat(caller(WebInstance.bob(), token(pair, "shop")).buy(sale).status())
          .as("where no issuer is set")
          .isEqualTo(401);
    }
    assertThatThrownBy(() -> WebInstance.start("judy", "flash-sale.jwt.issuer=x"))
        .rootCause()
        .hasMessageContaining("flash-sale.jwt.audience");
  }

  private static Caller caller(WebInstance instance, String token) {
    return new Caller(instance, "", List.of("Authorization", "Bearer " + token));
  }

  private static String token(KeyPair pair, String audience) throws Exception {
    String claims = "{\"iss\":\"https://id.example\",\"aud\":\"%s\",\"sub\":\"ann-%s\",\"exp\":%d}"
        .formatted(audience, audience, Instant.now().getEpochSecond() + 600);
    String text = base64("{\"alg\":\"RS256\",\"kid\":\"1\"}".getBytes(UTF_8)) + "."
        + base64(claims.getBytes(UTF_8));
    Signature signature = Signature.getInstance("SHA256withRSA");
    signature.initSign(pair.getPrivate());
    signature.update(text.getBytes(US_ASCII));
    return text + "." + base64(signature.sign());
  }

  private static String base64(byte[] bytes) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }
}
