package io.holdfast.spring.locked;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.Lease;
import io.holdfast.LeaseLoss;
import io.holdfast.LeaseLostException;
import io.holdfast.LeaseOptions;
import io.holdfast.LockUnavailableException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;

/** How leases end whose lock is to be kept after the work. */
class HeldTest {

  private final List<String> calls = new CopyOnWriteArrayList<>();

  private Held heldWith(RuntimeException failureOfRenewal) throws Exception {
    Lease lease = (Lease) Proxy.newProxyInstance(
        getClass().getClassLoader(), new Class<?>[] {Lease.class}, (proxy, method, arguments) -> {
          calls.add(method.getName());
          return switch (method.getName()) {
            case "lockName" -> "kept";
            case "isHeld" -> true;
            case "renew" -> throw failureOfRenewal;
            default -> null;
          };
        });
    LockNames names = LockNames.literal(
        HeldTest.class.getDeclaredMethod("heldWith", RuntimeException.class),
        new DefaultListableBeanFactory(),
        "kept");
    LockRule rule = new LockRule(
        names,
        Duration.ZERO,
        LeaseOptions.renewed(),
        Duration.ofMinutes(5),
        new WhenRefused.Throw());
    Held held = new Held();
    held.add(new Wanted("kept", rule), lease);
    held.use();
    return held;
  }

  private static LeaseLostException lost(LeaseLoss.Reason reason) {
    return new LeaseLostException(new LeaseLoss("kept", 1, reason, "as the test says"));
  }

  @Test
  void release_noAnswer_leavesTheLease() throws Exception {
    heldWith(new LockUnavailableException("no answer", null)).release();
    assertThat(calls).endsWith("leave", "lockName");
  }

  /** The rest was shorter than the way to the server and back: the work itself was guarded. */
  @Test
  void release_theRestIsOverBeforeTheAnswer_isNoLoss() throws Exception {
    Held renewed = heldWith(lost(LeaseLoss.Reason.DEADLINE_PASSED));
    assertThatCode(renewed::release).doesNotThrowAnyException();
    Held fixed = heldWith(lost(LeaseLoss.Reason.LEASE_OVER));
    assertThatCode(fixed::release).doesNotThrowAnyException();
  }

  @Test
  void release_theServerNoLongerKnowsIt_isALoss() throws Exception {
    Held held = heldWith(lost(LeaseLoss.Reason.RENEWAL_REFUSED));
    assertThatThrownBy(held::release).isInstanceOf(LeaseLostException.class);
  }
}
