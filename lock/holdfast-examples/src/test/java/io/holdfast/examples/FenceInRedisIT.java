package io.holdfast.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.testkit.RedisServer;
import io.lettuce.core.RedisClient;
import org.junit.jupiter.api.Test;

class FenceInRedisIT {

  @Test
  void staleToken_onReadAndOnWrite_isRefused() throws Exception {
    try (TwoHolders holders = new TwoHolders();
        RedisClient client = RedisClient.create(holders.uri())) {
      FenceInRedis sold = new FenceInRedis(client.connect().sync(), "sold:42");
      long alice = holders.alice();
      long aliceSees = sold.read(alice);

      long bob = holders.bob();
      sold.write(bob, sold.read(bob) + 1);

      assertThatThrownBy(() -> sold.write(alice, aliceSees + 1))
          .isInstanceOf(StaleTokenException.class)
          .hasMessageContaining("sold:42");
      assertThatThrownBy(() -> sold.read(alice)).isInstanceOf(StaleTokenException.class);
      assertThat(sold.read(bob)).isEqualTo(1);
    }
  }

  @Test
  void tokens_thatDifferInTheLastDigit_areToldApart() {
    try (RedisServer server = RedisServer.start();
        RedisClient client = RedisClient.create(server.uri())) {
      FenceInRedis sold = new FenceInRedis(client.connect().sync(), "sold:42");
      long token = 1_805_000_000_000_000_001L; // as doubles, this and the one before are equal

      sold.write(token, 5);

      assertThatThrownBy(() -> sold.read(token - 1)).isInstanceOf(StaleTokenException.class);
      assertThatThrownBy(() -> sold.read(999)).isInstanceOf(StaleTokenException.class);
      assertThat(sold.read(token)).isEqualTo(5);
    }
  }
}
