package io.holdfast;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;

/**
 * Data flows one way: view → waiting → renewal, tenure → protocol → spi. The root of {@code internal}
 * (mailbox, events) and {@code time} serve all of them; the client there puts them together. Leading
 * stands beside them: it knows nothing but the public lock.
 */
@AnalyzeClasses(packages = "io.holdfast", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {

  private static final String INTERNAL = "io.holdfast.internal.";

  private static ArchRule only(String layer, String... allowed) {
    String[] all = new String[allowed.length + 1];
    all[0] = layer;
    System.arraycopy(allowed, 0, all, 1, allowed.length);
    String[] others = java.util.stream.Stream.of(
            "leading", "view", "waiting", "renewal", "tenure", "protocol", "time")
        .filter(known -> !java.util.Arrays.asList(all).contains(known))
        .map(known -> INTERNAL + known + "..")
        .toArray(String[]::new);
    return noClasses()
        .that()
        .resideInAPackage(INTERNAL + layer + "..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(others);
  }

  @ArchTest
  static final ArchRule leadingUsesTheLockAsAnybodyDoes = only("leading", "time");

  @ArchTest
  static final ArchRule waitingLooksDown = only("waiting", "renewal", "tenure", "protocol", "time");

  @ArchTest
  static final ArchRule renewalLooksDown = only("renewal", "tenure", "protocol", "time");

  @ArchTest
  static final ArchRule tenureLooksDown = only("tenure", "protocol", "time");

  @ArchTest
  static final ArchRule protocolLooksDown = only("protocol", "time");

  @ArchTest
  static final ArchRule timeUsesNobody = only("time");

  @ArchTest
  static final ArchRule nobodyUsesTheThreadViewButTheClient = classes()
      .that()
      .resideInAPackage(INTERNAL + "view..")
      .should()
      .onlyBeAccessed()
      .byClassesThat()
      .resideInAnyPackage(INTERNAL + "view..", "io.holdfast.internal");

  @ArchTest
  static final ArchRule onlyTheClientPutsThePartsTogether = noClasses()
      .that()
      .resideInAPackage("io.holdfast.internal")
      .and()
      .doNotHaveSimpleName("HoldfastClient")
      .and()
      .haveSimpleNameNotEndingWith("LateListener")
      .and()
      .doNotHaveSimpleName("RightsProbe")
      .should()
      .dependOnClassesThat()
      .resideInAnyPackage(
          INTERNAL + "leading..",
          INTERNAL + "view..",
          INTERNAL + "waiting..",
          INTERNAL + "renewal..",
          INTERNAL + "tenure..",
          INTERNAL + "protocol..");

  @ArchTest
  static final ArchRule onlyTheBuilderOfTheApiKnowsTheEngine = noClasses()
      .that()
      .resideInAPackage("io.holdfast")
      .and()
      .doNotHaveSimpleName("HoldfastBuilder")
      .should()
      .dependOnClassesThat()
      .resideInAPackage("io.holdfast.internal..");

  @ArchTest
  static final ArchRule thePortKnowsNoEngine = noClasses()
      .that()
      .resideInAPackage("io.holdfast.spi..")
      .should()
      .dependOnClassesThat()
      .resideInAPackage("io.holdfast.internal..");

  @ArchTest
  static final ArchRule onlyTheProtocolRunsScripts = noClasses()
      .that()
      .resideOutsideOfPackages(INTERNAL + "protocol..", "io.holdfast.spi..")
      .should()
      .dependOnClassesThat()
      .haveSimpleName("ScriptCall");

  @ArchTest
  static final ArchRule subPackagesHaveNoCycles =
      slices().matching("io.holdfast.internal.(*)..").should().beFreeOfCycles();

  /** A delegate that has retired leaves what comes too late to its successor: that is the only knot. */
  @ArchTest
  static final ArchRule waitingHasOneCycle = slices()
      .assignedFrom(new SliceAssignment() {
        @Override
        public SliceIdentifier getIdentifierOf(JavaClass javaClass) {
          if (!javaClass.getPackageName().equals(INTERNAL + "waiting")) {
            return SliceIdentifier.ignore();
          }
          String outermost = javaClass.getSimpleName();
          for (JavaClass outer = javaClass;
              outer != null;
              outer = outer.getEnclosingClass().orElse(null)) {
            outermost = outer.getSimpleName();
          }
          return SliceIdentifier.of(
              outermost.replaceFirst("^Delegates?$", "Delegate and Delegates"));
        }

        @Override
        public String getDescription() {
          return "classes of waiting";
        }
      })
      .should()
      .beFreeOfCycles();

  @ArchTest
  static final ArchRule onlyKnownLibraries = classes()
      .should()
      .onlyDependOnClassesThat()
      .resideInAnyPackage("java..", "io.holdfast..", "org.slf4j..", "org.jspecify..");

  @ArchTest
  static final ArchRule noJavaUtilLogging =
      noClasses().should().dependOnClassesThat().resideInAPackage("java.util.logging..");

  @ArchTest
  static final ArchRule noSystemOut = noClasses()
      .should()
      .accessField(System.class, "out")
      .orShould()
      .accessField(System.class, "err");

  @ArchTest
  static final ArchRule noSleep =
      noClasses().should().callMethod(Thread.class, "sleep", long.class);

  @ArchTest
  static final ArchRule onlyTheClocksReadTheWallClock = noClasses()
      .that()
      .doNotHaveFullyQualifiedName("io.holdfast.spi.Ticker$1")
      .should()
      .callMethod(System.class, "currentTimeMillis");
}
