package io.holdfast.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Why the first read must present its token too. The interleaving is forced, on a real lock and a real
 * database; alice's lease has run out between her read and her write.
 *
 * <pre>
 *   alice   reads 10 ........ paused ........ writes 9
 *   bob                  reads 10 ........................ writes 9
 * </pre>
 *
 * <p>Fenced on the write only, the store has not heard of bob when alice writes: both sales are
 * accepted, and one is lost.
 */
class FencingOnlyTheWriteLosesUpdatesIT {

  private static Postgres postgres;

  @BeforeAll
  static void start() throws SQLException {
    postgres = Postgres.withStock("sku:1", "sku:2");
  }

  @AfterAll
  static void stop() {
    postgres.close();
  }

  @Test
  void fencingTheWriteOnly_losesAnUpdate() throws Exception {
    try (TwoHolders holders = new TwoHolders()) {
      FenceInSql stock = new FenceInSql(postgres.database(), "sku:1");
      long alice = holders.alice();
      long aliceSees = readWithoutToken("sku:1");
      long bob = holders.bob();
      long bobSees = readWithoutToken("sku:1");

      stock.write(alice, aliceSees - 1);
      stock.write(bob, bobSees - 1);

      assertThat(stock.read(bob)).as("10, two accepted sales, and yet").isEqualTo(9);
    }
  }

  @Test
  void fencingTheFirstReadAsWell_refusesTheStaleWrite() throws Exception {
    try (TwoHolders holders = new TwoHolders()) {
      FenceInSql stock = new FenceInSql(postgres.database(), "sku:2");
      long alice = holders.alice();
      long aliceSees = stock.read(alice);
      long bob = holders.bob();
      long bobSees = stock.read(bob);

      assertThatThrownBy(() -> stock.write(alice, aliceSees - 1))
          .isInstanceOf(StaleTokenException.class);
      stock.write(bob, bobSees - 1);

      assertThat(stock.read(bob)).as("10 and one accepted sale").isEqualTo(9);
    }
  }

  private static long readWithoutToken(String sku) throws SQLException {
    try (Connection connection = postgres.database().getConnection();
        PreparedStatement read =
            connection.prepareStatement("SELECT amount FROM stock WHERE sku = ?")) {
      read.setString(1, sku);
      try (ResultSet row = read.executeQuery()) {
        assertThat(row.next()).isTrue();
        return row.getLong(1);
      }
    }
  }
}
