package io.holdfast.interop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.DistributedLock;
import io.holdfast.Lease;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.redisson.api.RLock;

/** Unusual names lead both sides to the same key and the same channel. */
@OnEveryBackend
class NameIT extends InteropFixture {

  NameIT(Backend backend) {
    super(backend);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{order}:42",
        "a{b}c",
        "{a}{b}",
        "stock of sku 42",
        " padded ",
        "锁:订单-é-🔒",
        "line\nbreak",
        "100%:\"*?[x]\\",
      })
  void names_ofAnyKind_meetOnOneKeyAndChannel(String lockName) throws Exception {
    assertMeeting(lockName);
  }

  @ParameterizedTest
  @ValueSource(strings = {"a}b", "a{", "{}x", "}{", "{"})
  void names_withLooseBraces_meetOnASingleServer_andAreRefusedInACluster(String lockName)
      throws Exception {
    if (backend.isCluster()) {
      assertThatThrownBy(() -> holdfast.lock(lockName))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("'" + lockName + "'")
          .hasMessageContaining("slot");
    } else {
      assertMeeting(lockName);
    }
  }

  private void assertMeeting(String lockName) throws Exception {
    DistributedLock our = holdfast.lock(lockName);
    RLock their = redisson.getLock(lockName);

    Lease lease = our.acquire();
    assertThat(backend.keys()).containsExactly(lockName);
    Future<?> theyWait = bob.beginAction(their::lock);
    awaitListeners(lockName, 1);
    assertThat(backend.channels()).containsOnly(channelOf(lockName));
    assertThat(theyWait).isNotDone();
    lease.close();
    theyWait.get(Waits.PROMPT.toMillis(), TimeUnit.MILLISECONDS);
    assertThat(backend.keys()).containsExactly(lockName);
    awaitListeners(lockName, 0);

    Future<Lease> weWait = carol.begin(() -> our.acquire());
    awaitListeners(lockName, 1);
    assertThat(backend.channels()).containsOnly(channelOf(lockName));
    assertThat(weWait).isNotDone();
    bob.run(their::unlock);
    weWait.get(Waits.PROMPT.toMillis(), TimeUnit.MILLISECONDS).close();
  }
}
