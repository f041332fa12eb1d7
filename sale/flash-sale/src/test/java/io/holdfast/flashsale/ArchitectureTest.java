package io.holdfast.flashsale;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** Packages look one way: web → operating, reconcile, writer, lab → ladder → accept → buying → sale. */
@AnalyzeClasses(
    packages = "io.holdfast.flashsale",
    importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {

  @ArchTest
  static final ArchRule packagesHaveNoCycles =
      slices().matching("io.holdfast.flashsale.(*)..").should().beFreeOfCycles();

  @ArchTest
  static final ArchRule salesKnowNobody = noClasses()
      .that()
      .resideInAPackage("io.holdfast.flashsale.sale")
      .should()
      .dependOnClassesThat()
      .resideInAnyPackage(
          "io.holdfast.flashsale.accept..",
          "io.holdfast.flashsale.ladder..",
          "io.holdfast.flashsale.web..");
}
