package io.holdfast.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class FenceInSqlIT {

  @Test
  void staleToken_onReadAndOnWrite_isRefused() throws Exception {
    try (Postgres postgres = Postgres.withStock("sku:42");
        TwoHolders holders = new TwoHolders()) {
      FenceInSql stock = new FenceInSql(postgres.database(), "sku:42");
      long alice = holders.alice();
      long aliceSees = stock.read(alice);

      long bob = holders.bob();
      stock.write(bob, stock.read(bob) - 1);

      assertThatThrownBy(() -> stock.write(alice, aliceSees - 1))
          .isInstanceOf(StaleTokenException.class)
          .hasMessageContaining("sku:42")
          .hasMessageContaining(Long.toString(alice));
      assertThatThrownBy(() -> stock.read(alice)).isInstanceOf(StaleTokenException.class);
      assertThat(stock.read(bob)).isEqualTo(9);
    }
  }
}
