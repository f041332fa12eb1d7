package io.holdfast.verification.history;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JournalTailTest {

  private static final String LOCK = "lock:0";

  @TempDir
  private Path directory;

  @Test
  void held_fromTheFirstLookToTheRelease() {
    Path file = directory.resolve("client.journal");
    JournalTail tail = new JournalTail(file);
    assertThat(tail.held()).isEmpty();
    try (Journal journal = new Journal(file)) {
      long id = journal.called(0, LOCK, Form.LOCK);
      journal.answered(id, RecordedAnswer.GRANTED, 1);
      assertThat(tail.held()).isEmpty();
      journal.held(id, 1, 2);
      assertThat(tail.held()).containsExactly(LOCK);
      journal.releasing(id);
      assertThat(tail.held()).isEmpty();
      assertThat(tail.turns()).isZero();
      journal.released(id, End.RELEASED);
      assertThat(tail.turns()).isEqualTo(1);
    }
  }

  @Test
  void held_refusedOrLost_isNot() {
    Path file = directory.resolve("client.journal");
    JournalTail tail = new JournalTail(file);
    try (Journal journal = new Journal(file)) {
      journal.answered(journal.called(0, LOCK, Form.TRY), RecordedAnswer.REFUSED, 0);
      long id = journal.called(1, LOCK, Form.LOCK);
      journal.answered(id, RecordedAnswer.GRANTED, 1);
      journal.held(id, 1, 2);
      journal.lost(id, true);
      assertThat(tail.held()).isEmpty();
    }
  }

  @Test
  void held_lineCutShort_waitsForItsRest() throws Exception {
    Path file = directory.resolve("client.journal");
    JournalTail tail = new JournalTail(file);
    Files.writeString(file, "call 1 10 0 lock:0 LOCK\nanswer 1 20 GRANTED 1\nheld 1 30");
    assertThat(tail.held()).isEmpty();
    Files.writeString(file, " 40\n", StandardOpenOption.APPEND);
    assertThat(tail.held()).containsExactly(LOCK);
  }
}
