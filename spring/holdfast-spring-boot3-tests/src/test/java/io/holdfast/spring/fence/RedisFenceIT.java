package io.holdfast.spring.fence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Objects;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.data.redis.RedisSystemException;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.core.StringRedisTemplate;

class RedisFenceIT {

  private static final String KEY = "sold:42";

  private static TwoHolders holders;
  private static LettuceConnectionFactory connections;
  private static StringRedisTemplate redis;
  private static RedisFence fence;

  @BeforeAll
  static void start() throws InterruptedException {
    holders = new TwoHolders();
    connections =
        new LettuceConnectionFactory(new RedisStandaloneConfiguration("127.0.0.1", holders.port()));
    connections.afterPropertiesSet();
    connections.start();
    redis = new StringRedisTemplate(connections);
    fence = new RedisFence(redis);
  }

  @AfterAll
  static void stop() {
    connections.destroy();
    holders.close();
  }

  @BeforeEach
  void forget() {
    redis.delete(KEY);
    redis.delete("{sold:42}:fence");
    redis.opsForValue().set(KEY, "0");
  }

  private static long read(long token) {
    return Long.parseLong(fence.get(KEY, token).orElseThrow());
  }

  private static long readUnfenced() {
    return Long.parseLong(Objects.requireNonNull(redis.opsForValue().get(KEY)));
  }

  private static void write(long token, long value) {
    fence.set(KEY, token, Long.toString(value));
  }

  @Test
  void staleHolder_onRead_isRefusedByName() {
    assertThat(read(holders.bob())).isZero();
    assertThatThrownBy(() -> read(holders.alice()))
        .isInstanceOfSatisfying(StaleTokenException.class, e -> {
          assertThat(e.resource()).isEqualTo(KEY);
          assertThat(e.token()).isEqualTo(holders.alice());
          assertThat(e.greatest()).isEqualTo(holders.bob());
        })
        .hasMessageContainingAll(KEY, Long.toString(holders.alice()), Long.toString(holders.bob()));
  }

  @Test
  void staleHolder_thatReadInTime_isRefusedOnWrite() {
    long aliceSees = read(holders.alice());
    long bobSees = read(holders.bob());
    assertThatThrownBy(() -> write(holders.alice(), aliceSees + 1))
        .isInstanceOf(StaleTokenException.class);
    assertThat(readUnfenced()).isZero();
    write(holders.bob(), bobSees + 1);
    assertThat(read(holders.bob())).as("one accepted sale").isEqualTo(1);
  }

  @Test
  void writesAloneFenced_losesAnUpdate() {
    long aliceSees = readUnfenced();
    long bobSees = readUnfenced();
    write(holders.alice(), aliceSees + 1);
    write(holders.bob(), bobSees + 1);
    assertThat(readUnfenced()).as("two accepted sales, and yet").isEqualTo(1);
  }

  @Test
  void tokens_thatDifferInTheLastDigit_areToldApart() {
    long token = 1_805_000_000_000_000_001L; // as doubles, this and the one before are equal
    write(token, 5);
    assertThatThrownBy(() -> read(token - 1)).isInstanceOf(StaleTokenException.class);
    assertThatThrownBy(() -> read(999)).isInstanceOf(StaleTokenException.class);
    assertThat(read(token)).isEqualTo(5);
  }

  @Test
  void get_nothingThere_isEmptyAndFencedAllTheSame() {
    redis.delete(KEY);
    assertThat(fence.get(KEY, holders.bob())).isEmpty();
    assertThatThrownBy(() -> fence.get(KEY, holders.alice()))
        .isInstanceOf(StaleTokenException.class);
  }

  @Test
  void ownScript_runsBehindTheFence() {
    String body = "return redis.call('INCRBY', KEYS[1], ARGV[2])";
    assertThat(fence.run(KEY, holders.bob(), body, Long.class, "3")).isEqualTo(3);
    assertThatThrownBy(() -> fence.run(KEY, holders.alice(), body, Long.class, "3"))
        .isInstanceOf(StaleTokenException.class);
    assertThat(readUnfenced()).isEqualTo(3);
  }

  @Test
  void documentedUse_readsAndWritesBehindTheFence() {
    long token = holders.bob();
    long sold = Long.parseLong(fence.get("sold:42", token).orElse("0")); // the first read as well
    fence.set("sold:42", token, Long.toString(sold + 1));
    assertThat(readUnfenced()).isEqualTo(1);
  }

  @Test
  void ownScript_thatFails_isNotTakenForAStaleToken() {
    assertThatThrownBy(() ->
            fence.run(KEY, holders.bob(), "return redis.call('LPUSH', KEYS[1], 1)", Long.class))
        .isInstanceOf(RedisSystemException.class);
  }
}
