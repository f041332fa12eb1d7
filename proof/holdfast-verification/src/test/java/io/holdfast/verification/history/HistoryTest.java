package io.holdfast.verification.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.verification.history.Call.Turn;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HistoryTest {

  @TempDir
  private Path directory;

  @Test
  void journal_ofAWholeTurn_comesBack() throws IOException {
    Path file = directory.resolve("alice.journal");
    try (Journal journal = new Journal(file)) {
      long id = journal.called(3, "lock:0", Form.REENTRANT);
      journal.answered(id, RecordedAnswer.GRANTED, 17);
      journal.held(id, System.nanoTime(), Call.NEVER);
      journal.entering(id);
      journal.entered(id, 17);
      journal.leaving(id);
      journal.left(id, End.RELEASED);
      journal.releasing(id);
      journal.released(id, End.RELEASED);
      journal.leftover("thread x");
    }
    History history = History.of(List.of(file));
    Call call = history.calls().get(0);
    Turn turn = call.turn().orElseThrow();
    assertThat(call.who()).isEqualTo("alice/3#1");
    assertThat(call.token()).isEqualTo(17);
    assertThat(turn.believedUntil()).isEqualTo(turn.releaseCalled());
    assertThat(turn.inner()).isPresent();
    assertThat(history.leftovers()).containsExactly("alice: thread x");
  }

  @Test
  void belief_endsAtTheDeadline_ifTheReleaseComesLater() throws IOException {
    Turn turn = turn("held 1 30 100", "release 1 200", "released 1 210 LOST");
    assertThat(turn.believedUntil()).isEqualTo(100);
    assertThat(turn.end()).isEqualTo(End.LOST);
  }

  @Test
  void belief_thatWasEndedByWord_lastsUntilTheLastLook() throws IOException {
    assertThat(turn("held 1 30 100", "lost 1 60 false").believedUntil()).isEqualTo(30);
  }

  @Test
  void belief_thatRanOut_lastsUntilTheDeadline() throws IOException {
    assertThat(turn("held 1 30 100", "lost 1 160 true").believedUntil()).isEqualTo(100);
  }

  @Test
  void belief_ofAKilledHolder_lastsUntilTheLastLook() throws IOException {
    assertThat(turn("held 1 30 100", "held 1 40 100").believedUntil()).isEqualTo(40);
  }

  @Test
  void belief_ofAHolderForWhomItWasOverAtTheFirstLook_neverWas() throws IOException {
    assertThat(turn("lost 1 60 true", "release 1 61").believedUntil()).isEqualTo(5);
  }

  @Test
  void line_cutShortByAKill_isIgnored() throws IOException {
    History history = history("call 1 5 0 lock:0 LOCK\nanswer 1 20 GRAN");
    assertThat(history.count(RecordedAnswer.UNKNOWN)).isEqualTo(1);
  }

  @Test
  void call_withoutAnAnswer_isUnknown() throws IOException {
    Call call = history("call 1 5 0 lock:0 LOCK\n").calls().get(0);
    assertThat(call.answer()).isEqualTo(RecordedAnswer.UNKNOWN);
    assertThat(call.answered()).isEqualTo(Call.NEVER);
  }

  /** A granted call with these lines after it. */
  private Turn turn(String... lines) throws IOException {
    String text =
        "call 1 5 0 lock:0 LOCK\nanswer 1 20 GRANTED 1\n" + String.join("\n", lines) + "\n";
    return history(text).calls().get(0).turn().orElseThrow();
  }

  private History history(String text) throws IOException {
    return History.of(List.of(Files.writeString(directory.resolve("bob.journal"), text)));
  }
}
