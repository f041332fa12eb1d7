package io.holdfast.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class FaultNetworkIT {

  @Test
  void sentinelBehindProxy_namesTheProxyOfThePrimary() {
    try (SentinelGroup group = SentinelGroup.start(0);
        FaultNetwork network = FaultNetwork.to(
            Stream.concat(group.servers().stream(), group.sentinels().stream()).toList())) {
      FaultProxy sentinel = network.proxy(group.sentinels().get(0));
      assertThat(network.uri(group.uri())).contains(":" + sentinel.port());
      try (RespClient client = RespClient.connect(sentinel.port())) {
        assertThat(client.command("SENTINEL", "GET-MASTER-ADDR-BY-NAME", group.primaryName()))
            .isEqualTo(List.of(
                "127.0.0.1", Integer.toString(network.proxy(group.primary()).port())));
      }
    }
  }

  @Test
  void nodeBehindProxy_redirectsToTheProxyOfTheOther() {
    try (ClusterGroup cluster = ClusterGroup.start();
        FaultNetwork network = FaultNetwork.to(cluster.nodes())) {
      RedisServer owner = cluster.nodeFor("sku:42");
      FaultProxy other = network.proxy(cluster.primaryOtherThan(owner));
      try (RespClient client = RespClient.connect(other.port())) {
        assertThatThrownBy(() -> client.command("GET", "sku:42"))
            .hasMessageStartingWith("MOVED ")
            .hasMessageEndingWith(":" + network.proxy(owner).port());
        assertThat(String.valueOf(client.command("CLUSTER", "NODES")))
            .contains(network.proxies().stream()
                .map(proxy -> "127.0.0.1:" + proxy.port() + "@")
                .toList());
      }
    }
  }
}
