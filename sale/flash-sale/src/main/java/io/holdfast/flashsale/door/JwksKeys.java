package io.holdfast.flashsale.door;

import java.io.IOException;
import java.math.BigInteger;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.AlgorithmParameters;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PublicKey;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.ECParameterSpec;
import java.security.spec.ECPoint;
import java.security.spec.ECPublicKeySpec;
import java.security.spec.RSAPublicKeySpec;
import java.time.Duration;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The public keys of an issuer of tokens, from a JWKS document (RFC 7517) in a file or at an address. Keys that
 * are neither RSA of 2048 bits or more nor EC on P-256 are left out. Thread-safe.
 */
public final class JwksKeys {

  private static final Logger LOG = LoggerFactory.getLogger(JwksKeys.class);
  private static final Duration PATIENCE = Duration.ofSeconds(5);
  private static final int LEAST_BITS = 2048;

  private final String source;
  private volatile Map<String, PublicKey> keys = Map.of();

  /**
   * Keys from there; none until they are read.
   *
   * @param source a path, or an address that begins with http
   */
  public JwksKeys(String source) {
    this.source = source;
  }

  /** The key of that id; null if there is none. */
  public @Nullable PublicKey find(String id) {
    return keys.get(id);
  }

  /**
   * Reads them.
   *
   * @throws IllegalStateException if that is not possible; the message names the place. What was known stays
   */
  public void read() {
    try {
      Map<String, PublicKey> read = new HashMap<>();
      for (JsonNode key : JsonMapper.shared().readTree(document()).path("keys")) {
        PublicKey made = key(key);
        if (made != null) {
          read.put(key.path("kid").asString(""), made);
        }
      }
      if (read.isEmpty()) {
        throw new IllegalStateException(source + " has no key for RS256 or ES256");
      }
      keys = Map.copyOf(read);
    } catch (IOException | JacksonException | GeneralSecurityException e) {
      throw new IllegalStateException("the keys at " + source + " cannot be read: " + e, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while the keys at " + source + " were read", e);
    }
  }

  /** Reads them; if that is not possible, the old ones have to do. */
  public void readAgain() {
    try {
      read();
    } catch (IllegalStateException away) {
      LOG.warn("{}; those read before stay", away.getMessage());
    }
  }

  private String document() throws IOException, InterruptedException {
    if (!source.startsWith("http")) {
      return Files.readString(Path.of(source));
    }
    HttpResponse<String> reply = HttpClient.newBuilder()
        .connectTimeout(PATIENCE)
        .build()
        .send(
            HttpRequest.newBuilder(URI.create(source)).timeout(PATIENCE).build(),
            BodyHandlers.ofString());
    if (reply.statusCode() != 200) {
      throw new IOException("status " + reply.statusCode());
    }
    return reply.body();
  }

  private static @Nullable PublicKey key(JsonNode key) throws GeneralSecurityException {
    if (key.path("use").asString("sig").equals("enc")) {
      return null;
    }
    String type = key.path("kty").asString("");
    if (type.equals("RSA")) {
      BigInteger modulus = number(key, "n");
      return modulus.bitLength() < LEAST_BITS
          ? null
          : KeyFactory.getInstance("RSA")
              .generatePublic(new RSAPublicKeySpec(modulus, number(key, "e")));
    }
    if (type.equals("EC") && key.path("crv").asString("").equals("P-256")) {
      AlgorithmParameters curve = AlgorithmParameters.getInstance("EC");
      curve.init(new ECGenParameterSpec("secp256r1"));
      return KeyFactory.getInstance("EC")
          .generatePublic(new ECPublicKeySpec(
              new ECPoint(number(key, "x"), number(key, "y")),
              curve.getParameterSpec(ECParameterSpec.class)));
    }
    return null;
  }

  private static BigInteger number(JsonNode key, String member) throws GeneralSecurityException {
    try {
      return new BigInteger(1, Base64.getUrlDecoder().decode(key.path(member).asString("")));
    } catch (IllegalArgumentException notBase64) {
      throw new GeneralSecurityException("member " + member + " is not base64url", notBase64);
    }
  }
}
