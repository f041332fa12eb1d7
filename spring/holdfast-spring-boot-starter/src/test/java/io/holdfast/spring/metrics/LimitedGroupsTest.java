package io.holdfast.spring.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The bound on the number of groups. */
class LimitedGroupsTest {

  @Test
  void groups_moreThanAllowed_theRestIsOther() {
    LimitedGroups groups = new LimitedGroups(name -> name, 3);
    Set<String> seen = new HashSet<>();
    for (int i = 0; i < 10_000; i++) {
      seen.add(groups.groupOf("user-" + i));
    }
    assertThat(seen).containsExactlyInAnyOrder("user-0", "user-1", "user-2", LockGroups.OTHER);
    assertThat(groups.groupOf("user-1")).as("known ones stay").isEqualTo("user-1");
  }

  @Test
  void groups_otherItself_takesNoPlace() {
    LimitedGroups groups = new LimitedGroups(name -> name, 1);
    assertThat(groups.groupOf(LockGroups.OTHER)).isEqualTo(LockGroups.OTHER);
    assertThat(groups.groupOf("a")).isEqualTo("a");
  }

  @Test
  void groups_functionFailsOrIsSilent_other() {
    LimitedGroups failing = new LimitedGroups(
        name -> {
          throw new IllegalStateException("broken");
        },
        5);
    assertThat(failing.groupOf("a")).isEqualTo(LockGroups.OTHER);
    LimitedGroups broken = new LimitedGroups(
        name -> {
          throw new NoSuchMethodError("a library of another version");
        },
        5);
    assertThat(broken.groupOf("a")).isEqualTo(LockGroups.OTHER);
    assertThat(new LimitedGroups(name -> " ", 5).groupOf("a")).isEqualTo(LockGroups.OTHER);
  }

  @Test
  void groups_negativeLimit_refused() {
    assertThatThrownBy(() -> new LimitedGroups(LockGroups.byPrefix(), -1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("-1");
  }
}
