package io.holdfast.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * The Java code in README.md and docs/*.md is code of this module, or of the Spring modules, so that it compiles
 * and runs.
 */
class DocumentedCodeTest {

  private static final Path MODULE = Path.of(System.getProperty("basedir", "")).toAbsolutePath();

  private final DocumentedCode planted = new DocumentedCode(
      List.of("class A {\n  int a() {\n    return 1;\n  }\n  int b() {\n    return 2;\n  }\n}\n"));

  @Test
  void everyJavaBlock_ofReadmeAndDocs_isInCompiledSources() throws IOException {
    Path[] sources = {
      MODULE.resolve("src"),
      MODULE.resolve("../../spring/holdfast-spring-apps/src").normalize(),
      MODULE.resolve("../../spring/holdfast-spring-boot3-tests/src").normalize()
    };
    DocumentedCode code = DocumentedCode.of(sources);
    for (Path document : documents()) {
      assertThat(code.strayBlocksOf(DocumentedCode.read(document)))
          .as("Java blocks of %s that are in no file under %s", document, List.of(sources))
          .isEmpty();
    }
  }

  @Test
  void block_thatIsInTheSources_passesWhateverItsWhiteSpace() {
    assertThat(planted.strayBlocksOf("text\n```java\nint a() { return 1; }\n```\ntext"))
        .isEmpty();
    assertThat(planted.strayBlocksOf("* item\n  ```java\n  return 2;\n  ```\n")).isEmpty();
  }

  @Test
  void block_thatIsNotInTheSources_isFound() {
    String document =
        "```java\nreturn 1;\n```\n\n```java\nreturn 3;\n```\n\n```sh\nmvn verify\n```\n";

    assertThat(DocumentedCode.blocksOf(document)).hasSize(2);
    assertThat(planted.strayBlocksOf(document)).containsExactly("return 3;\n");
  }

  @Test
  void gap_standsForAnythingInBetween_butNotForAnotherOrder() {
    assertThat(planted.strayBlocksOf("```java\nclass A {\n  ...\n  int b() {\n  // …\n}\n```"))
        .isEmpty();
    assertThat(planted.strayBlocksOf("```java\nint b() {\n…\nint a() {\n```")).hasSize(1);
    assertThat(planted.strayBlocksOf("```java\n...\n```"))
        .as("nothing but a gap")
        .hasSize(1);
  }

  private static List<Path> documents() throws IOException {
    Path root = MODULE.resolve("../..").normalize();
    List<Path> documents = new ArrayList<>(List.of(root.resolve("README.md")));
    try (DirectoryStream<Path> files = Files.newDirectoryStream(root.resolve("docs"), "*.md")) {
      files.forEach(documents::add);
    }
    return documents;
  }
}
