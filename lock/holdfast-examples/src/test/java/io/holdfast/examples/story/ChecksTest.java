package io.holdfast.examples.story;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.examples.story.Event.Kind;
import io.holdfast.examples.story.Facts.Succession;
import io.holdfast.examples.story.Facts.Write;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Every check passes on a good story and catches what is planted for it. */
class ChecksTest {

  private static final long PAUSED = 20;

  // a good story, changed by each test
  private List<Event> events = List.of(
      event(5.1, Kind.LOST, PAUSED),
      event(5.2, Kind.STOPPED, PAUSED),
      event(5.3, Kind.REFUSED, PAUSED));
  private int turns = 3;
  private long value = 3;
  private List<Write> writes = List.of(new Write(10, 1), new Write(11, 2), new Write(30, 3));
  private Succession killed = new Succession(true, seconds(2), Optional.of(seconds(2.01)));
  private List<String> leftOnServer = List.of();
  private List<Long> processesLeft = List.of();

  @Test
  void goodStory_passes() {
    assertThat(broken()).isEmpty();
  }

  @Test
  void failedActor_isCaught() {
    events = List.of(events.get(0), events.get(1), events.get(2), event(6, Kind.FAILED, 0));
    assertThat(broken()).containsExactly("nobody failed");
  }

  @Test
  void refusedTurn_isCaught() {
    turns = 4;
    assertThat(broken()).containsExactly("every turn was taken, none twice");
  }

  @Test
  void lostUpdate_isCaught() {
    value = 2;
    assertThat(broken()).containsExactly("no update lost by read, add one, write");
  }

  @Test
  void tokenThatDoesNotGrow_isCaught() {
    writes = List.of(new Write(10, 1), new Write(30, 2), new Write(30, 3));
    assertThat(broken()).containsExactly("tokens grew with every write the store accepted");
  }

  @Test
  void noWriteAtAll_isCaught() {
    writes = List.of();
    turns = 0;
    value = 0;
    assertThat(broken()).containsExactly("tokens grew with every write the store accepted");
  }

  @Test
  void successionTooEarlyTooLateOrNever_isCaught() {
    String promise = "killed holder: next when its lease ran out, not before";
    killed = new Succession(true, seconds(2), Optional.of(seconds(1.9)));
    assertThat(broken()).containsExactly(promise);
    killed = new Succession(true, seconds(2), Optional.of(seconds(3.1)));
    assertThat(broken()).containsExactly(promise);
    killed = new Succession(true, seconds(2), Optional.empty());
    assertThat(broken()).containsExactly(promise);
    killed = new Succession(false, seconds(2), Optional.of(seconds(2.01)));
    assertThat(broken()).containsExactly(promise);
  }

  @Test
  void silenceAfterThePause_isCaught() {
    events = List.of(event(5.3, Kind.REFUSED, PAUSED), event(5.1, Kind.LOST, PAUSED + 1));
    assertThat(broken())
        .containsExactly(
            "paused holder was told by lost()", "paused holder was told by LeaseLostException");
  }

  @Test
  void lateWordAfterThePause_isCaught() {
    events = List.of(
        event(6.1, Kind.LOST, PAUSED),
        event(5.2, Kind.STOPPED, PAUSED),
        event(5.3, Kind.REFUSED, PAUSED));
    assertThat(broken()).containsExactly("paused holder was told by lost()");
  }

  @Test
  void acceptedStaleWrite_isCaught() {
    events = events.subList(0, 2);
    assertThat(broken()).containsExactly("its stale write was refused by the store");
  }

  @Test
  void leftovers_areCaught() {
    leftOnServer = List.of("key stock:42");
    processesLeft = List.of(4711L);
    assertThat(broken())
        .containsExactly("nothing left on the server: key, channel, connection", "no process left");
  }

  private List<String> broken() {
    Facts facts = new Facts(
        events, turns, value, writes, killed, PAUSED, seconds(5), leftOnServer, processesLeft);
    return new Checks(facts, seconds(1))
        .all().stream().filter(check -> !check.passed()).map(Check::promise).toList();
  }

  private static Event event(double at, Kind kind, long token) {
    return new Event(seconds(at), "ada", kind, token, "");
  }

  private static Duration seconds(double seconds) {
    return Duration.ofMillis(Math.round(seconds * 1000));
  }
}
