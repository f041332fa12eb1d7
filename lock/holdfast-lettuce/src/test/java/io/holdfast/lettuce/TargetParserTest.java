package io.holdfast.lettuce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lettuce.core.RedisCredentials;
import io.lettuce.core.RedisURI;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TargetParserTest {

  @Test
  void server_withEverything_isRead() {
    Target target = TargetParser.parse("rediss://alice:p%40ss@redis.example:7000/5");
    RedisURI uri = target.addresses().get(0);
    assertThat(target.form()).isEqualTo(Target.Form.SERVER);
    assertThat(target.user()).isEqualTo("alice");
    assertThat(target.display()).isEqualTo("rediss://redis.example:7000/5");
    assertThat(uri.getHost()).isEqualTo("redis.example");
    assertThat(uri.getPort()).isEqualTo(7000);
    assertThat(uri.getDatabase()).isEqualTo(5);
    assertThat(uri.isSsl()).isTrue();
    assertThat(credentials(uri).getUsername()).isEqualTo("alice");
    assertThat(new String(credentials(uri).getPassword())).isEqualTo("p@ss");
  }

  @Test
  void sentinels_areOneAddress() {
    Target target = TargetParser.parse("redis-sentinel://:secret@h1:26380,h2/2#orders");
    RedisURI uri = target.addresses().get(0);
    assertThat(target.form()).isEqualTo(Target.Form.SENTINEL);
    assertThat(target.primaryName()).isEqualTo("orders");
    assertThat(target.display()).isEqualTo("redis-sentinel://h1:26380,h2/2#orders");
    assertThat(uri.getSentinels()).extracting(RedisURI::getPort).containsExactly(26380, 26379);
    assertThat(uri.getDatabase()).isEqualTo(2);
    assertThat(new String(credentials(uri).getPassword())).isEqualTo("secret");
  }

  @Test
  void clusterAndReplicas_areManyAddresses_eachWithTheLogin() {
    Target cluster = TargetParser.parse("rediss-cluster://bob:pw@h1:7001,h2,[::1]:7003");
    assertThat(cluster.form()).isEqualTo(Target.Form.CLUSTER);
    assertThat(cluster.addresses()).extracting(RedisURI::getPort).containsExactly(7001, 6379, 7003);
    assertThat(cluster.addresses()).allMatch(RedisURI::isSsl);
    assertThat(cluster.addresses())
        .allMatch(uri -> credentials(uri).getUsername().equals("bob"));
    assertThat(TargetParser.parse("redis-replicas://h1:1,h2:2/3").addresses())
        .extracting(RedisURI::getDatabase)
        .containsExactly(3, 3);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "localhost:6379                  | expected redis://",
        "http://localhost                | expected redis://",
        "redis:/localhost                | expected redis://",
        "REDIS://localhost               | expected redis://",
        "''                              | expected redis://",
        "' '                             | expected redis://",
        "redis://                        | expected redis://",
        "redis://host:port               | 'host:port' is not host[:port]",
        "redis://host:-1                 | 'host:-1' is not host[:port]",
        "redis://host:0                  | port 0 is not between",
        "redis://host:70000              | port 70000 is not between",
        "redis://host/one                | database must be a number",
        "redis://h1,h2                   | several hosts need",
        "redis-sentinel://h1:1           | name of the primary is missing",
        "redis-sentinel://h1:1#          | name of the primary is missing",
        "redis-cluster://h1:1/4          | only database 0",
        "redis-cluster://h1,,h2          | '' is not host[:port]",
        "redis://user:hemlich@           | expected redis://",
        "redis://:heimlich@host:0        | port 0 is not between",
        "redis://heimlich@h1,h2          | several hosts need",
        "redis://user:heml ich@host      | percent-encoded",
        "redis://user:heml/ich@host:x    | 'host:x' is not",
        "nonsense://heimlich@host        | expected redis://",
      })
  void badUris_areNamedWithoutPassword(String uri, String expected) {
    assertThatThrownBy(() -> TargetParser.parse(uri))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("not a Redis URI: '")
        .hasMessageContaining(expected)
        .hasMessageNotContainingAny("hemlich", "heml", "heimlich")
        .hasNoCause();
  }

  private static RedisCredentials credentials(RedisURI uri) {
    return uri.getCredentialsProvider().resolveCredentials().block();
  }
}
