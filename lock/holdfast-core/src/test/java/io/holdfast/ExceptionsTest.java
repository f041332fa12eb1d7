package io.holdfast;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import org.junit.jupiter.api.Test;

/** What exceptions carry, here and in the process they are sent to. */
class ExceptionsTest {

  private final Throwable cause = new IllegalStateException("the cause");

  @Test
  void lockUnavailable_sentElsewhere_saysTheSame() throws Exception {
    LockUnavailableException read = sent(new LockUnavailableException("a", "no answer", cause));
    assertThat(read.lockName()).contains("a");
    assertThat(read).hasMessage("no answer").hasRootCauseMessage("the cause");
    assertThat(sent(new LockUnavailableException("no answer", null)).lockName()).isEmpty();
  }

  @Test
  void serverError_sentElsewhere_saysTheSame() throws Exception {
    ServerErrorException read = sent(new ServerErrorException("a", "no right", cause));
    assertThat(read.lockName()).contains("a");
    assertThat(read).hasMessage("no right").hasRootCauseMessage("the cause");
    assertThat(sent(new ServerErrorException("no right", null)).lockName()).isEmpty();
  }

  @Test
  void notAcknowledged_sentElsewhere_saysTheSame() throws Exception {
    NotAcknowledgedException read = sent(new NotAcknowledgedException("a", "too few", 1, 2, cause));
    assertThat(read.lockName()).contains("a");
    assertThat(read.acknowledged()).isEqualTo(1);
    assertThat(read.wanted()).isEqualTo(2);
    assertThat(read).hasMessage("too few").hasRootCauseMessage("the cause");
  }

  @Test
  void closed_sentElsewhere_saysTheSame() throws Exception {
    HoldfastClosedException read = sent(new HoldfastClosedException("a", "closed", cause));
    assertThat(read.lockName()).contains("a");
    assertThat(read).hasMessage("closed").hasRootCauseMessage("the cause");
    assertThat(sent(new HoldfastClosedException("closed")).lockName()).isEmpty();
  }

  @Test
  void leaseLost_sentElsewhere_saysTheSame() throws Exception {
    LeaseLoss loss = new LeaseLoss("a", 7, LeaseLoss.Reason.FORCED, "it was forced");
    LeaseLostException read = sent(new LeaseLostException(loss, cause));
    assertThat(read.loss()).isEqualTo(loss);
    assertThat(read).hasMessage(loss.toString()).hasRootCauseMessage("the cause");
  }

  /** Written and read back, as by a remote call. */
  @SuppressWarnings("unchecked")
  private static <T extends Throwable> T sent(T exception)
      throws IOException, ClassNotFoundException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(exception);
    }
    try (ObjectInputStream in =
        new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
      return (T) in.readObject();
    }
  }
}
