package io.holdfast.flashsale.demo;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.List;

/**
 * What only the operator and the instances know.
 *
 * @param adminToken what operators present
 * @param userSecret what users' tokens are signed with
 */
public record Secrets(String adminToken, String userSecret) {

  /** New ones. */
  public static Secrets random() {
    return new Secrets(hex(12), hex(32));
  }

  /** Those of an earlier start in that directory, or new ones: users and operators stay known. */
  static Secrets in(Path directory) throws IOException {
    Path file = directory.resolve("secrets");
    if (Files.exists(file)) {
      List<String> lines = Files.readAllLines(file);
      return new Secrets(lines.get(0), lines.get(1));
    }
    Secrets made = random();
    Files.createFile(
        file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    Files.write(file, List.of(made.adminToken, made.userSecret));
    return made;
  }

  /** As an instance is told them. */
  List<String> settings() {
    return List.of(
        "--flash-sale.admin-token=" + adminToken, "--flash-sale.user-secret=" + userSecret);
  }

  private static String hex(int bytes) {
    byte[] random = new byte[bytes];
    new SecureRandom().nextBytes(random);
    return HexFormat.of().formatHex(random);
  }
}
