package io.holdfast.testkit;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.TestExecutionResult.Status;
import org.junit.platform.engine.support.descriptor.ClassSource;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;

/**
 * Keeps back what tests print and log, and shows it when one of them fails: all that its class has printed until
 * then. What a class printed that passed is dropped, and so is what is printed after the last test, while the JVM
 * ends.
 *
 * <p>To switch it on, name this class in {@code
 * META-INF/services/org.junit.platform.launcher.TestExecutionListener} among the resources of your tests. With
 * {@code -Dholdfast.test-output=all} everything is shown at once.
 */
public final class QuietUntilFailure implements TestExecutionListener {

  private static final boolean SHOWS_ALL =
      System.getProperty("holdfast.test-output", "failed").equals("all");

  // Of the JVM, as System.out is: its tests may be several plans.
  private static final ByteArrayOutputStream KEPT = new ByteArrayOutputStream();
  private static final PrintStream KEEPER = new PrintStream(KEPT, true, StandardCharsets.UTF_8);
  private static volatile PrintStream shown = System.out;

  /** For a JVM that is ended in the middle of a test. */
  private final Thread lastWords = new Thread(QuietUntilFailure::show, "last words of a test");

  /** Called by JUnit. */
  public QuietUntilFailure() {}

  @Override
  public void testPlanExecutionStarted(TestPlan plan) {
    if (SHOWS_ALL) {
      return;
    }
    if (System.out != KEEPER) {
      shown = System.out;
      System.setOut(KEEPER);
      System.setErr(KEEPER);
    }
    Runtime.getRuntime().addShutdownHook(lastWords);
  }

  @Override
  public void executionStarted(TestIdentifier test) {
    if (test.getSource().filter(ClassSource.class::isInstance).isPresent()) {
      KEPT.reset();
    }
  }

  @Override
  public void executionFinished(TestIdentifier test, TestExecutionResult result) {
    if (result.getStatus() == Status.FAILED && !SHOWS_ALL) {
      shown.println("Printed until " + test.getDisplayName() + " failed:");
      show();
    }
  }

  @Override
  public void testPlanExecutionFinished(TestPlan plan) {
    if (!SHOWS_ALL) {
      Runtime.getRuntime().removeShutdownHook(lastWords);
    }
  }

  private static void show() {
    KEEPER.flush();
    shown.print(KEPT.toString(StandardCharsets.UTF_8));
    shown.flush();
    KEPT.reset();
  }
}
