package io.holdfast.lettuce;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import io.lettuce.core.cluster.SlotHash;
import io.netty.buffer.ByteBufUtil;

/** What of the libraries is not for us. */
@AnalyzeClasses(
    packages = "io.holdfast.lettuce",
    importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {

  @ArchTest
  static final ArchRule slotsDoNotDependOnTheDefaultCharset = noClasses()
      .should()
      .callMethod(SlotHash.class, "getSlot", String.class)
      .because("it takes the bytes of the JVM's default charset: use SlotMap.slot");

  @ArchTest
  static final ArchRule lengthsAreThoseOfTheBytesSent = noClasses()
      .should()
      .callMethod(ByteBufUtil.class, "utf8Bytes", CharSequence.class)
      .because("it counts other bytes than String.getBytes makes");
}
