package io.holdfast.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The properties an IDE knows are the documented ones, each with a description. */
class PropertiesTest {

  private static final String METADATA = "META-INF/spring-configuration-metadata.json";
  private static final Path DOCUMENT =
      Path.of(System.getProperty("basedir", "")).toAbsolutePath().resolve("../../docs/spring.md");

  @Test
  void everyProperty_isDocumented_andEveryDocumentedOneExists() throws IOException {
    assertThat(all("(?m)^\\| `(holdfast\\.[a-z.-]+)`", Files.readString(DOCUMENT)))
        .isEqualTo(properties());
  }

  @Test
  void everyProperty_hasADescription() throws IOException {
    assertThat(all(
            "\"name\": \"(holdfast\\.[a-z.-]+)\",\\s*\"type\": \"[^\"]+\",\\s*\"desc", metadata()))
        .isEqualTo(properties());
  }

  private static Set<String> properties() throws IOException {
    String metadata = metadata();
    return all(
        "\"name\": \"(holdfast\\.[a-z.-]+)\"",
        metadata.substring(metadata.indexOf("\"properties\"")));
  }

  private static String metadata() throws IOException {
    try (InputStream in = Objects.requireNonNull(
        HoldfastProperties.class.getClassLoader().getResourceAsStream(METADATA))) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private static Set<String> all(String pattern, String text) {
    Set<String> found = new TreeSet<>();
    Matcher matcher = Pattern.compile(pattern).matcher(text);
    while (matcher.find()) {
      found.add(matcher.group(1));
    }
    return found;
  }
}
