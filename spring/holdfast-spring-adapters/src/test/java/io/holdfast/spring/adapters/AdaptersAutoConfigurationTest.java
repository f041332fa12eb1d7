package io.holdfast.spring.adapters;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.Holdfast;
import io.holdfast.spring.integration.HoldfastLockRegistry;
import io.holdfast.spring.shedlock.HoldfastLockProvider;
import io.holdfast.testkit.memory.InMemoryServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import net.javacrumbs.shedlock.core.ClockProvider;
import net.javacrumbs.shedlock.core.LockConfiguration;
import net.javacrumbs.shedlock.core.LockProvider;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.context.annotation.ImportCandidates;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.integration.support.locks.DefaultLockRegistry;
import org.springframework.integration.support.locks.LockRegistry;

/** Which adapters an application gets without asking, and how it says no. */
class AdaptersAutoConfigurationTest {

  private final InMemoryServer server = new InMemoryServer();

  private final ApplicationContextRunner bare = new ApplicationContextRunner()
      .withConfiguration(AutoConfigurations.of(
          LockRegistryAutoConfiguration.class, ShedLockAutoConfiguration.class));

  private final ApplicationContextRunner application =
      bare.withBean(Holdfast.class, server::connect);

  /** A task takes its lock, and the registry one of its own. */
  private static void use(LockProvider provider, LockRegistry registry) {
    LockConfiguration task =
        new LockConfiguration(ClockProvider.now(), "report", Duration.ofMinutes(1), Duration.ZERO);
    assertThat(provider.lock(task)).isPresent();
    registry.obtain("42").lock();
  }

  @Test
  void imports_bothListed() {
    assertThat(ImportCandidates.load(AutoConfiguration.class, getClass().getClassLoader()))
        .contains(
            LockRegistryAutoConfiguration.class.getName(),
            ShedLockAutoConfiguration.class.getName());
  }

  @Test
  void context_librariesAndClientThere_bothAdapters() {
    application.run(context -> {
      use(context.getBean(LockProvider.class), context.getBean(LockRegistry.class));
      assertThat(server.keys()).containsExactlyInAnyOrder("registry:42", "shedlock:report");
    });
  }

  @Test
  void context_prefixesSet_areUsed() {
    application
        .withPropertyValues("holdfast.shedlock.prefix=jobs:", "holdfast.lock-registry.prefix=")
        .run(context -> {
          use(context.getBean(LockProvider.class), context.getBean(LockRegistry.class));
          assertThat(server.keys()).containsExactlyInAnyOrder("42", "jobs:report");
        });
  }

  @Test
  void context_applicationHasItsOwn_nothing() {
    application
        .withBean(LockProvider.class, () -> task -> Optional.empty())
        .withBean(LockRegistry.class, DefaultLockRegistry::new)
        .run(context -> assertThat(context)
            .hasNotFailed()
            .doesNotHaveBean(HoldfastLockProvider.class)
            .doesNotHaveBean(HoldfastLockRegistry.class));
  }

  @Test
  void context_switchedOff_nothing() {
    application
        .withPropertyValues("holdfast.shedlock.enabled=false")
        .run(context -> assertThat(context)
            .doesNotHaveBean(LockProvider.class)
            .hasSingleBean(LockRegistry.class));
    application
        .withPropertyValues("holdfast.lock-registry.enabled=false")
        .run(context -> assertThat(context)
            .hasSingleBean(LockProvider.class)
            .doesNotHaveBean(LockRegistry.class));
  }

  @Test
  void context_withoutALibrary_theOtherOne() {
    application
        .withClassLoader(new FilteredClassLoader("net.javacrumbs.shedlock"))
        .run(context -> assertThat(context).hasNotFailed().hasSingleBean(LockRegistry.class));
    application
        .withClassLoader(new FilteredClassLoader("org.springframework.integration"))
        .run(context -> assertThat(context).hasNotFailed().hasSingleBean(LockProvider.class));
  }

  @Test
  void context_noClientOrNoneToPrefer_nothing() {
    bare.run(context -> assertThat(context)
        .hasNotFailed()
        .doesNotHaveBean(LockProvider.class)
        .doesNotHaveBean(LockRegistry.class));
    application
        .withBean("another", Holdfast.class, server::connect)
        .run(context -> assertThat(context)
            .hasNotFailed()
            .doesNotHaveBean(LockProvider.class)
            .doesNotHaveBean(LockRegistry.class));
  }

  @Test
  void everyProperty_isDescribed_andInTheDocument() throws IOException {
    Path document = Path.of(System.getProperty("basedir", ""))
        .toAbsolutePath()
        .resolve("../../docs/adapters.md");
    List<String> described =
        all("\"name\": \"(holdfast\\.[a-z.-]+)\",\\s*\"type\": \"[^\"]+\",\\s*\"desc", metadata());
    assertThat(described).hasSize(4);
    assertThat(all("(?m)^\\| `(holdfast\\.[a-z.-]+)`", Files.readString(document)))
        .containsExactlyInAnyOrderElementsOf(described);
  }

  private static String metadata() throws IOException {
    Path generated = Path.of(System.getProperty("basedir", ""))
        .toAbsolutePath()
        .resolve("target/classes/META-INF/spring-configuration-metadata.json");
    return Files.readString(generated);
  }

  private static List<String> all(String pattern, String text) {
    return Pattern.compile(pattern)
        .matcher(text)
        .results()
        .map(found -> found.group(1))
        .toList();
  }
}
