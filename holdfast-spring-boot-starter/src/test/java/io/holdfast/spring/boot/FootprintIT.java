package io.holdfast.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.Holdfast;
import io.holdfast.lettuce.LettuceGateways;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

/** What the starter adds to an application that has Spring Data Redis. */
class FootprintIT {

  @Test
  void jars_areUnder300KilobytesTogether() throws Exception {
    long bytes = 0;
    for (Class<?> type : new Class<?>[] {
      Holdfast.class, LettuceGateways.class, HoldfastAutoConfiguration.class, NullMarked.class
    }) {
      Path jar = jarOf(type);
      assertThat(jar.toString()).as("packaged").endsWith(".jar");
      bytes += Files.size(jar);
      System.out.println(Files.size(jar) + " bytes: " + jar.getFileName());
    }
    assertThat(bytes).isLessThan(300 * 1024);
  }

  private static Path jarOf(Class<?> type) throws URISyntaxException {
    return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
  }
}
