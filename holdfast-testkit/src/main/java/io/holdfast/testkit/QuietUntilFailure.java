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
 * then. What a class printed that passed is dropped.
 *
 * <p>To switch it on, name this class in {@code
 * META-INF/services/org.junit.platform.launcher.TestExecutionListener} among the resources of your tests. With
 * {@code -Dholdfast.test-output=all} everything is shown at once.
 */
public final class QuietUntilFailure implements TestExecutionListener {

  private static final boolean SHOWS_ALL =
      System.getProperty("holdfast.test-output", "failed").equals("all");

  private final ByteArrayOutputStream kept = new ByteArrayOutputStream(); // synchronized in itself
  private final PrintStream keeper = new PrintStream(kept, true, StandardCharsets.UTF_8);
  private final Thread lastWords = new Thread(this::show, "last words of a test");

  private PrintStream out = System.out;
  private PrintStream err = System.err;

  /** Called by JUnit. */
  public QuietUntilFailure() {}

  @Override
  public void testPlanExecutionStarted(TestPlan plan) {
    if (SHOWS_ALL) {
      return;
    }
    out = System.out;
    err = System.err;
    System.setOut(keeper);
    System.setErr(keeper);
    Runtime.getRuntime().addShutdownHook(lastWords); // a JVM that is ended in the middle of a test
  }

  @Override
  public void executionStarted(TestIdentifier test) {
    if (test.getSource().filter(ClassSource.class::isInstance).isPresent()) {
      kept.reset();
    }
  }

  @Override
  public void executionFinished(TestIdentifier test, TestExecutionResult result) {
    if (result.getStatus() == Status.FAILED && !SHOWS_ALL) {
      out.println("Printed until " + test.getDisplayName() + " failed:");
      show();
    }
  }

  @Override
  public void testPlanExecutionFinished(TestPlan plan) {
    if (SHOWS_ALL) {
      return;
    }
    System.setOut(out);
    System.setErr(err);
    kept.reset();
    Runtime.getRuntime().removeShutdownHook(lastWords);
  }

  private void show() {
    keeper.flush();
    out.print(kept.toString(StandardCharsets.UTF_8));
    out.flush();
    kept.reset();
  }
}
