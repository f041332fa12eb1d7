package io.holdfast.verification.fair;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/** The fair queue is searched: completely where little can happen, in part where much can. */
class FairModelTest {

  private static final int MOST = 150_000;
  private static final Scope EVERYTHING = new Scope(List.of(2, 2, 2), 2, 2, 1, 1, 1, 1, 2);

  @Test
  void queue_withoutFault_isSound() {
    complete(new Scope(List.of(2, 1), 1, 1, 0, 0, 0, 0, 0));
    complete(new Scope(List.of(1, 1, 1), 0, 0, 0, 0, 0, 0, 0));
  }

  @Test
  void queue_withOneFaultOfAKind_isSound() {
    complete(new Scope(List.of(2, 1), 1, 0, 1, 0, 0, 0, 0));
    complete(new Scope(List.of(2, 1), 1, 0, 0, 1, 0, 0, 0));
    complete(new Scope(List.of(1, 1, 1), 0, 0, 0, 0, 1, 0, 0));
    complete(new Scope(List.of(1, 1, 1), 0, 0, 0, 0, 0, 1, 0));
    complete(new Scope(List.of(1, 1), 0, 1, 0, 1, 0, 0, 2));
  }

  @Test
  void queue_withEveryFault_isSoundAsFarAsSeen() {
    FairSearch.Result found = FairSearch.some(Rules.SOUND, EVERYTHING, 1_500, 120);
    System.out.println(found);
    assertThat(found.problem()).isEmpty();
  }

  private static void complete(Scope scope) {
    FairSearch.Result found = FairSearch.all(new World(Rules.SOUND, scope), MOST);
    System.out.println(found);
    assertThat(found.problem()).isEmpty();
    assertThat(found.isComplete()).as("%s", found).isTrue();
  }

  /** A search that finds nothing where something is proves nothing. */
  @ParameterizedTest
  @EnumSource(mode = Mode.EXCLUDE, names = "SOUND")
  void hole_planted_isFound(Rules rules) {
    FairSearch.Result found = switch (rules) {
      case ANY_JOINS_MESSAGE_COUNTS -> delayed(rules, "1 reply, ");
      case MESSAGE_COUNTS_IN_FLIGHT -> delayed(rules, "");
      case SILENT_IS_ALIVE -> all(rules, new Scope(List.of(1, 1), 0, 0, 0, 0, 0, 0, 4));
      case THE_DEAD_ARE_SERVED -> all(rules, new Scope(List.of(1, 1, 1), 0, 0, 0, 0, 1, 0, 0));
      case STALE_GRANTS_ARE_KEPT -> all(rules, new Scope(List.of(2, 1), 1, 0, 1, 0, 0, 0, 0));
      default -> FairSearch.some(rules, EVERYTHING, 10_000, 120);
    };
    System.out.println(rules + ": " + found);
    assertThat(found.problem()).isNotEmpty();
  }

  private static FairSearch.Result all(Rules rules, Scope scope) {
    return FairSearch.all(new World(rules, scope), MOST);
  }

  /** The message of a grant is on its way while time passes. */
  @Test
  void queue_messageLate_isSound() {
    assertThat(delayed(Rules.SOUND, "1 reply, ").isComplete()).isTrue();
    assertThat(delayed(Rules.SOUND, "").isComplete()).isTrue();
  }

  private static FairSearch.Result delayed(Rules rules, String reply) {
    World start = new World(rules, new Scope(List.of(1, 1, 1), 0, 1, 0, 0, 0, 0, 3))
        .after("0 start, 0 server, 0 reply, 1 start, 1 server, " + reply + "0 release, 0 server");
    return FairSearch.all(start, MOST);
  }
}
