package io.holdfast.testkit;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.util.Base64;
import java.util.List;

/**
 * A server's key pair, made for one run: a self-signed certificate for 127.0.0.1 and localhost.
 *
 * @param certificate PEM; also what a client has to trust
 * @param privateKey PEM, not encrypted
 * @param trustStore PKCS12 with the certificate alone
 * @param trustStorePassword opens {@code trustStore}
 */
public record TlsMaterial(
    Path certificate, Path privateKey, Path trustStore, String trustStorePassword) {

  private static final String ALIAS = "holdfast";
  private static final String PASSWORD = "holdfast";

  static TlsMaterial create(Path directory) {
    try {
      Files.createDirectories(directory);
      Path keyStorePath = directory.resolve("keys.p12");
      runKeytool(keyStorePath);
      KeyStore keys = KeyStore.getInstance("PKCS12");
      try (InputStream in = Files.newInputStream(keyStorePath)) {
        keys.load(in, PASSWORD.toCharArray());
      }
      Certificate certificate = keys.getCertificate(ALIAS);
      KeyStore trust = KeyStore.getInstance("PKCS12");
      trust.load(null, null);
      trust.setCertificateEntry(ALIAS, certificate);
      Path trustPath = directory.resolve("trust.p12");
      try (OutputStream out = Files.newOutputStream(trustPath)) {
        trust.store(out, PASSWORD.toCharArray());
      }
      byte[] key = keys.getKey(ALIAS, PASSWORD.toCharArray()).getEncoded();
      return new TlsMaterial(
          writePem(directory.resolve("certificate.pem"), "CERTIFICATE", certificate.getEncoded()),
          writePem(directory.resolve("private-key.pem"), "PRIVATE KEY", key),
          trustPath,
          PASSWORD);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write a key pair to " + directory, e);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("cannot make a key pair in " + directory, e);
    }
  }

  private static void runKeytool(Path keyStore) throws IOException {
    Path keytool = Path.of(System.getProperty("java.home"), "bin", "keytool");
    String arguments =
        "-genkeypair -storetype PKCS12 -alias " + ALIAS + " -keyalg EC -groupname secp256r1"
            + " -dname CN=localhost -ext san=ip:127.0.0.1,dns:localhost -ext bc=ca:true -validity 3650"
            + " -storepass " + PASSWORD;
    ProcessBuilder builder = new ProcessBuilder(keytool.toString());
    builder.command().addAll(List.of(arguments.split(" ", -1)));
    builder.command().addAll(List.of("-keystore", keyStore.toString()));
    Process process = builder.redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    try {
      if (process.waitFor() != 0) {
        throw new IOException("keytool failed: " + output);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while keytool ran", e);
    }
  }

  private static Path writePem(Path file, String type, byte[] content) throws IOException {
    String body = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(content);
    return Files.writeString(
        file, "-----BEGIN " + type + "-----\n" + body + "\n-----END " + type + "-----\n", US_ASCII);
  }
}
