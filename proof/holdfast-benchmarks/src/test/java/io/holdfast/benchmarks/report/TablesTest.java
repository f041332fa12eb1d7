package io.holdfast.benchmarks.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class TablesTest {

  @Test
  void targets_nothingToReadThemFrom_saysSo() {
    assertThat(Tables.targets(List.of())).contains("none of them can be read");
  }
}
