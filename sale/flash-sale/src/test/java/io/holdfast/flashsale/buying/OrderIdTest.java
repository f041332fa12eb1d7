package io.holdfast.flashsale.buying;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class OrderIdTest {

  @Test
  void id_ofTheSameWish_isTheSame_andNamesItsSale() {
    OrderId id = OrderId.of(4711, "ann", "k");
    assertThat(OrderId.of(4711, "ann", "k")).isEqualTo(id);
    assertThat(id.saleId()).isEqualTo(4711);
    assertThat(OrderId.parse(id.toString())).isEqualTo(id);
    assertThat(id.value().version()).isEqualTo(8);
    assertThat(id.value().variant()).isEqualTo(2);
  }

  @Test
  void id_ofTheGreatestSale_namesIt_ofAGreaterOneIsRefused() {
    assertThat(OrderId.of(0xffffffffL, "ann", "k").saleId()).isEqualTo(0xffffffffL);
    assertThatThrownBy(() -> OrderId.of(0x100000000L, "ann", "k"))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void ids_ofOtherWishes_differ() {
    Set<OrderId> ids = new HashSet<>();
    for (int i = 0; i < 20_000; i++) {
      ids.add(OrderId.of(1, "user-" + i, "k"));
      ids.add(OrderId.of(1, "user", "k" + i));
      ids.add(OrderId.of(i, "user", "k"));
    }
    assertThat(ids).hasSize(60_000);
  }
}
