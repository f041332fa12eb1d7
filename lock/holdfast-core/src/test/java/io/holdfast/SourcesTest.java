package io.holdfast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What is true where this module stands alone: beside its sources, and without a gateway. */
class SourcesTest {

  /** Checked exceptions come out of methods that declare none: from Kotlin, Groovy, or by a trick. */
  @Test
  void sources_ofTheEngine_catchAllOrName() throws IOException {
    try (Stream<Path> files = Files.walk(Path.of("src/main/java"))) {
      assertThat(files.filter(file -> file.toString().endsWith(".java")))
          .isNotEmpty()
          .noneMatch(file -> read(file).contains("RuntimeException | Error"));
    }
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void uri_noGatewayOnTheClassPath_namesTheArtifact() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Holdfast.connect("redis://localhost"))
        .withMessageContaining("io.holdfast:holdfast-lettuce");
  }
}
