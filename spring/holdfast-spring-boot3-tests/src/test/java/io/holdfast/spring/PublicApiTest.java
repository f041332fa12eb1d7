package io.holdfast.spring;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Nothing that users see changes unseen: what is public in a module that is published is written down in its {@code
 * api.txt}. Who changes it on purpose copies {@code target/api.txt} there, and the reader of the change sees both.
 */
class PublicApiTest {

  private static final Path ROOT =
      Path.of(System.getProperty("basedir", "")).toAbsolutePath().resolve("../..");

  @ParameterizedTest
  @ValueSource(
      strings = {
        "lock/holdfast-core",
        "lock/holdfast-lettuce",
        "lock/holdfast-testkit",
        "spring/holdfast-spring-boot-starter",
        "spring/holdfast-spring-adapters"
      })
  void api_ofAModule_isAsWrittenDown(String module) throws Exception {
    Path known = ROOT.resolve(module).resolve("api.txt").normalize();
    Path found = ROOT.resolve(module).resolve("target/api.txt").normalize();
    Files.write(found, api(ROOT.resolve(module).resolve("target/classes")));
    assertThat(Files.readAllLines(found))
        .as("the public API; if it is to change, copy %s to %s", found, known)
        .containsExactlyElementsOf(Files.readAllLines(known));
  }

  /** Other modules have nothing public that is not for users: the compiler looks for missing comments there. */
  @Test
  void javadoc_ofWhatTheCoreExports_isComplete(@TempDir Path unused) throws IOException {
    Path root = ROOT.resolve("lock/holdfast-core/src/main/java/io/holdfast");
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    DiagnosticCollector<JavaFileObject> found = new DiagnosticCollector<>();
    try (StandardJavaFileManager files = compiler.getStandardFileManager(found, null, null);
        Stream<Path> all = Files.walk(root)) {
      List<Path> sources = all.filter(file ->
              file.toString().endsWith(".java") && !file.startsWith(root.resolve("internal")))
          .toList();
      List<String> options =
          List.of("-Xdoclint:all/protected", "-proc:none", "-d", unused.toString());
      compiler
          .getTask(null, files, found, options, null, files.getJavaFileObjectsFromPaths(sources))
          .call();
      assertThat(sources).hasSizeGreaterThan(20);
    }
    assertThat(found.getDiagnostics()) // newer JDKs want a sentence above the parameters of
        // constructors, too
        .filteredOn(missing -> !missing.getMessage(Locale.ROOT).contains("no main description"))
        .isEmpty();
  }

  private static Set<String> api(Path classes) throws IOException {
    Set<String> lines = new TreeSet<>();
    try (Stream<Path> files = Files.walk(classes)) {
      files
          .map(file -> classes.relativize(file).toString())
          .filter(file -> file.endsWith(".class") && !file.endsWith("-info.class"))
          .map(file -> file.replace(".class", "").replace('/', '.'))
          .filter(name -> !name.startsWith("io.holdfast.internal."))
          .forEach(name -> lines.addAll(lines(name)));
    }
    return lines;
  }

  private static List<String> lines(String name) {
    try {
      Class<?> type = Class.forName(name, false, PublicApiTest.class.getClassLoader());
      return isOpen(type) ? lines(type) : List.of();
    } catch (ClassNotFoundException | NoClassDefFoundError e) {
      return List.of("class " + name + ", for another Spring Boot");
    }
  }

  private static boolean isOpen(Class<?> type) {
    for (Class<?> outer = type; outer != null; outer = outer.getEnclosingClass()) {
      if (!Modifier.isPublic(outer.getModifiers())) {
        return false;
      }
    }
    return !type.isAnonymousClass();
  }

  private static List<String> lines(Class<?> type) {
    Stream<String> members = Stream.of(
            Arrays.stream(type.getDeclaredFields())
                .filter(PublicApiTest::isOpen)
                .map(Field::toGenericString),
            Arrays.stream(type.getDeclaredConstructors())
                .filter(PublicApiTest::isOpen)
                .map(Constructor::toGenericString),
            Arrays.stream(type.getDeclaredMethods())
                .filter(method -> isOpen(method) && !method.isBridge())
                .map(Method::toGenericString))
        .flatMap(all -> all);
    return Stream.concat(Stream.of(header(type)), members).toList();
  }

  private static String header(Class<?> type) {
    List<String> above = Stream.concat(
            Stream.ofNullable(type.getGenericSuperclass()),
            Arrays.stream(type.getGenericInterfaces()))
        .map(java.lang.reflect.Type::getTypeName)
        .sorted()
        .toList();
    String words = type.toGenericString().replace("sealed ", ""); // newer JDKs say it
    return words + (above.isEmpty() ? "" : " : " + String.join(", ", above));
  }

  private static boolean isOpen(Member member) {
    boolean isVisible =
        Modifier.isPublic(member.getModifiers()) || Modifier.isProtected(member.getModifiers());
    return isVisible && !member.isSynthetic();
  }
}
