package io.holdfast;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Nothing that users see changes unseen: what is public in exported packages is written down in {@code api.txt}. Who
 * changes it on purpose copies {@code target/api.txt} there, and the reader of the change sees both.
 */
class PublicApiTest {

  private static final Path KNOWN = Path.of("api.txt");
  private static final Path FOUND = Path.of("target", "api.txt");

  @Test
  void api_ofExportedPackages_isAsWrittenDown() throws Exception {
    TreeSet<String> found = new TreeSet<>();
    for (JavaClass type : new ClassFileImporter()
        .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
        .importPackages("io.holdfast", "io.holdfast.spi")) {
      Class<?> reflected = type.reflect();
      if (!type.getPackageName().startsWith("io.holdfast.internal") && isOpen(reflected)) {
        found.addAll(lines(reflected));
      }
    }
    Files.write(FOUND, found);
    assertThat(found)
        .as("the public API; if it is to change, copy %s to %s", FOUND, KNOWN)
        .containsExactlyElementsOf(Files.readAllLines(KNOWN));
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
