package io.holdfast.tests.fault;

import static io.holdfast.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.DistributedLock;
import io.holdfast.Holdfast;
import io.holdfast.Lease;
import io.holdfast.LeaseLoss.Reason;
import io.holdfast.LeaseOptions;
import io.holdfast.ServerErrorException;
import io.holdfast.testkit.Caller;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The server's user may do everything but one thing, from the start or from one moment on. */
class RightsFaultIT extends OneServerFixture {

  @BeforeEach
  void giveAllRights() {
    rights("reset", "on", ">secret", "~*", "&*", "+@all");
  }

  private void rights(String... rules) {
    String[] command = new String[3 + rules.length];
    command[0] = "ACL";
    command[1] = "SETUSER";
    command[2] = "alice";
    System.arraycopy(rules, 0, command, 3, rules.length);
    server.command(command);
  }

  private String uri() {
    return "redis://alice:secret@127.0.0.1:" + proxy.port();
  }

  /** Of use again when the right is given back. */
  private DistributedLock alices(Duration leaseTime) {
    return open("alice", uri(), leaseTime).lock(name);
  }

  private static void assertDenied(String lockName, Throwable e) {
    assertThat(e)
        .isInstanceOf(ServerErrorException.class)
        .hasMessageContaining(lockName)
        .hasMessageContaining("rights");
  }

  // ---- from the start

  @ParameterizedTest
  @ValueSource(
      strings = {
        "EVAL", "EVALSHA", "TIME", "PTTL", "HGET", "HEXISTS", "HGETALL", "PEXPIRE", "HDEL", "HSET",
        "PUBLISH"
      })
  void connect_withoutOneCommand_isRefusedAndNamesIt(String command) {
    rights("-" + command.toLowerCase(Locale.ROOT));
    assertThatThrownBy(() -> openUnfit("alice", uri(), settings -> settings))
        .isInstanceOf(ServerErrorException.class)
        .hasMessageContaining("use " + command + " ");
    eventually(() -> assertThat(server.connectionCount("alice")).isZero());
  }

  @Test
  void lock_withExactlyTheRightsTheMessageNames_works() throws Exception {
    rights("-@all", "+eval", "+evalsha", "+time", "+pttl", "+hget", "+hset", "+hdel", "+hgetall");
    rights("+hexists", "+pexpire", "+publish", "+subscribe");
    DistributedLock alices = alices(LONG);
    granted(alices.acquire()).close();
    Lease bobs = heldByBob(LONG);
    CompletableFuture<Lease> async = alices.acquireAsync();
    awaitListening(server);
    bobs.close();
    granted(await(async)).close();
  }

  @Test
  void namesLimited_anotherLock_isDeniedWithItsName() throws Exception {
    rights("resetkeys", "~" + name, "resetchannels", "&redisson_lock__channel:*");
    Holdfast alice = open("alice", uri(), LONG);
    granted(alice.lock(name).acquire()).close();
    assertThatThrownBy(() -> alice.lock("other").acquire())
        .satisfies(e -> assertDenied("lock 'other'", e));
  }

  // ---- from one moment on

  @ParameterizedTest
  @ValueSource(strings = {"evalsha", "time", "pttl", "hset", "pexpire"})
  void acquire_withoutOneCommand_failsAtOnceAndWritesNothing(String command) throws Exception {
    DistributedLock alices = alices(LONG);
    rights("-" + command);
    assertThatThrownBy(alices::acquire).satisfies(e -> assertDenied(name, e));
    assertThatThrownBy(alices::tryLock).satisfies(e -> assertDenied(name, e));
    CompletableFuture<Lease> async = alices.acquireAsync();
    assertThatThrownBy(() -> await(async))
        .satisfies(e -> assertThat(e.getCause()).isInstanceOf(ServerErrorException.class));
    assertThat(server.keys()).isEmpty();
    rights("+" + command);
  }

  @ParameterizedTest
  @ValueSource(strings = {"hget", "hgetall"})
  void acquireOfAHeldLock_withoutOneCommand_failsAtOnceAndLeavesTheHolderAlone(String command)
      throws Exception {
    DistributedLock alices = alices(LONG);
    Lease bobs = heldByBob(LONG);
    rights("-" + command);
    assertThatThrownBy(alices::acquire).satisfies(e -> assertDenied(name, e));
    bobs.renew(LONG);
    bobs.close();
    rights("+" + command);
  }

  @Test
  void waiters_whenTheRightIsTakenAway_areAllFreedAtTheNextTry() throws Exception {
    DistributedLock alices = alices(LONG);
    Lease bobs = heldByBob(LONG);
    CompletableFuture<Lease> first = alices.acquireAsync();
    Caller<Lease> second = Caller.startWaiting(alices::acquire);
    awaitListening(server);
    rights("-hset");
    bobs.close();
    assertThatThrownBy(() -> await(first)).hasCauseInstanceOf(ServerErrorException.class);
    assertThatThrownBy(second::outcome).hasCauseInstanceOf(ServerErrorException.class);
    rights("+hset");
  }

  @ParameterizedTest
  @ValueSource(strings = {"eval", "hexists", "pexpire"})
  void renewal_withoutOneCommand_isToldAtTheDeadline(String command) throws Exception {
    Lease lease = granted(alices(SHORT).acquire());
    rights("-" + command);
    assertThat(await(lease.lost()).reason()).isEqualTo(Reason.DEADLINE_PASSED);
    rights("+" + command);
  }

  @Test
  void explicitRenewal_withoutPexpire_failsWithTheReason() throws Exception {
    Lease lease = granted(alices(LONG).acquire());
    rights("-pexpire");
    assertThatThrownBy(() -> lease.renew(LONG)).satisfies(e -> assertDenied(name, e));
    rights("+pexpire");
    lease.renew(LONG);
    lease.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"evalsha", "hdel"})
  void release_withoutOneCommand_failsWithTheReason_andTheLeaseRunsOut(String command)
      throws Exception {
    Lease lease = granted(alices(LONG).acquire(LeaseOptions.fixed(SHORT)));
    rights("-" + command);
    assertThatThrownBy(lease::close).satisfies(e -> assertDenied(name, e));
    lease.close(); // once is enough
    rights("+" + command);
    eventually(() -> assertThat(server.keys()).isEmpty());
  }

  @Test
  void release_withoutPublish_isDone_andTheWaiterServedWhenTheLeaseWouldBeOver() throws Exception {
    Lease lease = granted(alices(LONG).acquire(LeaseOptions.fixed(Duration.ofMillis(1_500))));
    CompletableFuture<Lease> bobs = bob(LONG).lock(name).acquireAsync();
    awaitListening(server);
    rights("-publish");
    lease.close();
    assertThat(server.keys()).isEmpty();
    granted(await(bobs)).close();
    rights("+publish");
  }

  @Test
  void waiter_withoutSubscribe_isServedWhenTheLeaseIsOver() throws Exception {
    rights("-subscribe");
    DistributedLock alices = alices(LONG);
    granted(bob(LONG).lock(name).acquire(LeaseOptions.fixed(SHORT)));
    granted(alices.tryAcquire(PATIENCE).orElseThrow()).close();
    rights("+subscribe");
  }

  @Test
  void channelsLimited_lockHeldAndReleased_worksWithoutWakeUps() throws Exception {
    rights("resetchannels");
    Holdfast alice = open("alice", uri(), LONG);
    granted(alice.lock(name).acquire()).close();
    assertThat(server.keys()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"hget", "hset", "pexpire"})
  void yield_withoutOneCommand_failsTheNextLocalCallerAndLeavesNothing(String command)
      throws Exception {
    DistributedLock alices = yielding();
    Lease lease = granted(alices.acquire());
    CompletableFuture<Lease> next = alices.acquireAsync();
    rights("-" + command);
    lease.close();
    if (command.equals("hget")) { // which the acquire of a free lock does not need
      granted(await(next)).close();
    } else {
      assertThatThrownBy(() -> await(next)).hasCauseInstanceOf(ServerErrorException.class);
    }
    eventually(() -> assertThat(server.keys()).isEmpty());
    rights("+" + command);
  }

  @ParameterizedTest
  @ValueSource(strings = {"pubsub", "publish"})
  void yield_withoutOneCommandItCanDoWithout_letsTheNextLocalCallerIn(String command)
      throws Exception {
    DistributedLock alices = yielding();
    Lease lease = granted(alices.acquire());
    CompletableFuture<Lease> next = alices.acquireAsync();
    rights("-" + command);
    lease.close();
    granted(await(next)).close();
    rights("+" + command);
  }

  private DistributedLock yielding() {
    return open(
            "alice", uri(), settings -> settings.leaseTime(LONG).handOverBudget(0, Duration.ZERO))
        .lock(name);
  }

  @ParameterizedTest
  @ValueSource(strings = {"type", "del"})
  void force_withoutOneCommand_failsWithTheReasonAndLeavesTheHolderAlone(String command)
      throws Exception {
    DistributedLock alices = alices(LONG);
    Lease bobs = heldByBob(LONG);
    rights("-" + command);
    assertThatThrownBy(alices::forceRelease).satisfies(e -> assertDenied(name, e));
    bobs.renew(LONG);
    bobs.close();
    rights("+" + command);
  }

  @ParameterizedTest
  @ValueSource(strings = {"type", "time", "hgetall", "pttl"})
  void inspection_withoutOneCommand_failsWithTheReason(String command) throws Exception {
    DistributedLock alices = alices(LONG);
    Lease bobs = heldByBob(LONG);
    rights("-" + command);
    assertThatThrownBy(alices::inspect).satisfies(e -> assertDenied(name, e));
    bobs.close();
    rights("+" + command);
  }
}
