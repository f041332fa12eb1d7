package io.holdfast.spring.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The default groups. */
class LockGroupsTest {

  @ParameterizedTest
  @CsvSource({
    "sku:42, sku",
    "shop:sku:42, shop",
    "{order}:42, order",
    "{order:42}, order",
    "order:{42}, order",
    "nightly-report, nightly-report",
    "{leader}, leader",
    "v2:orders, v2",
    "4711, other",
    "user42, other",
    "report-2026-11, other"
  })
  void byPrefix_name_itsGroup(String name, String group) {
    assertThat(LockGroups.byPrefix().groupOf(name)).isEqualTo(group);
  }

  @Test
  void byPrefix_uuid_other() {
    assertThat(LockGroups.byPrefix().groupOf(UUID.randomUUID().toString()))
        .isEqualTo(LockGroups.OTHER);
  }
}
