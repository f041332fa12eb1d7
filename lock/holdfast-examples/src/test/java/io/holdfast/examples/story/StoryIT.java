package io.holdfast.examples.story;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("thorough")
class StoryIT {

  private final ByteArrayOutputStream output = new ByteArrayOutputStream();
  private final Narrator narrator = new Narrator(new PrintStream(output, true, UTF_8), false);

  @Test
  void story_told_comesOutAsPromised() throws Exception {
    assertThat(told(Sabotage.NONE)).as(output.toString(UTF_8)).isEmpty();
  }

  @Test
  void storyMain_withoutTheLock_exitsWithOneAndSaysWhy() throws Exception {
    String classPath =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    Process process = new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            Sabotage.SKIP_LOCK.jvmOption(),
            "-cp",
            classPath,
            StoryMain.class.getName(),
            "--once")
        .redirectErrorStream(true)
        .start();
    String told = new String(process.getInputStream().readAllBytes(), UTF_8);

    assertThat(process.waitFor()).as(told).isEqualTo(1);
    assertThat(told)
        .contains(
            "FAILED  no update lost by read, add one, write",
            "FAILED  tokens grew with every write the store accepted",
            "FAILED  killed holder: next when its lease ran out, not before",
            "FAILED  paused holder was told by lost()",
            "FAILED  its stale write was refused by the store",
            "promises were not kept");
  }

  @Test
  void story_withoutTheFence_losesTheUpdate() throws Exception {
    assertThat(told(Sabotage.SKIP_FENCE))
        .as(output.toString(UTF_8))
        .contains(
            "no update lost by read, add one, write", "its stale write was refused by the store")
        .doesNotContain("paused holder was told by lost()");
  }

  /** Tells the story and returns the promises that were not kept. */
  private List<String> told(Sabotage sabotage) throws InterruptedException {
    List<Check> checks = Story.tell(narrator, sabotage);
    boolean passed = StoryMain.verdict(narrator, checks);
    List<String> broken =
        checks.stream().filter(check -> !check.passed()).map(Check::promise).toList();
    assertThat(passed).isEqualTo(broken.isEmpty());
    return broken;
  }
}
