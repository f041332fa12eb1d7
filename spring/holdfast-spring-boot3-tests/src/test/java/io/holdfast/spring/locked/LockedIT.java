package io.holdfast.spring.locked;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.Lease;
import io.holdfast.LeaseView;
import io.holdfast.testkit.Caller;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.core.annotation.AliasFor;
import org.springframework.stereotype.Component;

/** Names and leases of methods that return when their work is done. */
class LockedIT extends LockedFixture {

  record Order(long id, String customer) {}

  @Component("tenants")
  static class Tenants {
    public String current() {
      return "acme";
    }
  }

  static class Orders {
    @Locked("'order:' + #order.id")
    public <T> T ship(Order order, Supplier<T> work) {
      return work.get();
    }

    @Locked("'by-position:' + #p0.id + #a0.customer + ':' + #root.methodName")
    public <T> T byPosition(Order order, Supplier<T> work) {
      return work.get();
    }

    @Locked("@tenants.current() + ':' + #root.target.prefix() + ':' + #root.args[0]")
    public <T> T byBean(String name, Supplier<T> work) {
      return work.get();
    }

    public String prefix() {
      return "prefix";
    }

    @Locked(name = "nightly-report")
    public <T> T literal(Supplier<T> work) {
      return work.get();
    }

    @Locked({"#from", "#to"})
    public <T> T transfer(String from, String to, Supplier<T> work) {
      return work.get();
    }

    @Locked("#names")
    public <T> T all(List<String> names, Supplier<T> work) {
      return work.get();
    }

    @Locked("#id")
    public void byId(@Nullable Object id) {}
  }

  private String keys() {
    return String.join(",", server().keys().stream().sorted().toList());
  }

  @Test
  void expression_ofArgumentsBeansAndCall_isTheName() {
    Orders orders = application(Orders.class, Tenants.class).getBean(Orders.class);
    Order order = new Order(42, "eve");

    assertThat(orders.ship(order, this::keys)).isEqualTo("order:42");
    assertThat(orders.byPosition(order, this::keys)).isEqualTo("by-position:42eve:byPosition");
    assertThat(orders.byBean("n", this::keys)).isEqualTo("acme:prefix:n");
    assertThat(orders.literal(this::keys)).isEqualTo("nightly-report");
    assertThat(keys()).as("released").isEmpty();
  }

  @Test
  void nameThatIsNullOrBlank_failsTheCall_andNamesMethodAndExpression() {
    Orders orders = application(Orders.class, Tenants.class).getBean(Orders.class);

    assertThatThrownBy(() -> orders.byId(null))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll("Orders.byId(Object)", "\"#id\"", "null");
    assertThatThrownBy(() -> orders.byId("")).hasMessageContaining("blank");
    assertThatThrownBy(() -> orders.all(List.of(), () -> 1)).hasMessageContaining("no name");
    assertThatThrownBy(() -> orders.ship(sneaky(), () -> 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll("Orders.ship", "'order:' + #order.id");
  }

  @SuppressWarnings("NullAway") // what callers that are not checked for null may pass
  private static Order sneaky() {
    return null;
  }

  @Test
  void methodThatThrows_releases_andItsExceptionIsTheCallers() {
    Orders orders = application(Orders.class, Tenants.class).getBean(Orders.class);

    assertThatThrownBy(() -> orders.literal(() -> {
          throw new UnsupportedOperationException("mine");
        }))
        .isInstanceOf(UnsupportedOperationException.class)
        .hasMessage("mine");
    assertThat(isFree("nightly-report")).isTrue();
  }

  // ---- several locks

  @Test
  void severalNames_areHeldTogether_andOneNamedTwiceCountsOnce() {
    Orders orders = application(Orders.class, Tenants.class).getBean(Orders.class);

    assertThat(orders.transfer("b", "a", this::keys)).isEqualTo("a,b");
    assertThat(orders.all(List.of("z", "x", "y", "x"), this::keys)).isEqualTo("x,y,z");
    assertThat(keys()).isEmpty();
  }

  @Test
  void swappedNames_cannotBlockEachOther() throws Exception {
    Orders orders = application(Orders.class, Tenants.class).getBean(Orders.class);
    try (Lease first = heldByBob("a")) {
      // Both come to wait for 'a', the smaller name; neither may have taken 'b' by then.
      Caller<String> there = Caller.startWaiting(() -> orders.transfer("a", "b", () -> "there"));
      Caller<String> back = Caller.startWaiting(() -> orders.transfer("b", "a", () -> "back"));
      assertThat(isFree("b")).isTrue();

      first.close();
      assertThat(there.outcome()).isEqualTo("there");
      assertThat(back.outcome()).isEqualTo("back");
    }
  }

  static class Impatient {
    @Locked(
        value = {"'first'", "'second'"},
        waitTime = "50ms")
    public void both() {}
  }

  @Test
  void oneOfSeveralRefused_leavesNoneHeld() throws Exception {
    Impatient impatient = bean(Impatient.class);
    try (Lease second = heldByBob("second")) {
      assertThatThrownBy(impatient::both)
          .isInstanceOfSatisfying(
              LockRefusedException.class,
              refusal -> assertThat(refusal.lockName()).isEqualTo("second"));
      assertThat(isFree("first")).isTrue();
      assertThat(second.isHeld()).isTrue();
    }
  }

  static class Keeping {
    @Locked(
        value = {"'first'", "'second'"},
        refused = Refusal.SKIP,
        holdAtLeast = "1h")
    public void both() {}

    @Locked(
        value = {"'first'", "'second'"},
        refused = Refusal.SKIP,
        holdAtLeast = "1h")
    public CompletableFuture<Void> bothAsFuture() {
      return CompletableFuture.completedFuture(null);
    }
  }

  @Test
  void oneOfSeveralRefused_keepsNone_becauseNothingWasDone() throws Exception {
    Keeping keeping = bean(Keeping.class);
    try (Lease second = heldByBob("second")) {
      keeping.both();
      assertThat(isFree("first")).isTrue();
      keeping.bothAsFuture().join();
      assertThat(isFree("first")).isTrue();
      assertThat(second.isHeld()).isTrue();
    }
    keeping.both();
    assertThat(isFree("first")).as("after the work").isFalse();
  }

  // ---- other places for the annotation

  @Locked(value = "", waitTime = "20ms")
  @Target(ElementType.METHOD)
  @Retention(RetentionPolicy.RUNTIME)
  @interface OnePayment {
    @AliasFor(annotation = Locked.class, attribute = "value")
    String[] of();

    @AliasFor(annotation = Locked.class, attribute = "refused")
    Refusal otherwise() default Refusal.THROW;
  }

  interface Payments {
    @Locked(name = "on-the-interface")
    String viaInterface(Supplier<String> work);
  }

  @Locked(name = "on-the-class")
  static class Places implements Payments {
    @OnePayment(of = "'payment:' + #id", otherwise = Refusal.SKIP)
    public @Nullable String composed(int id, Supplier<String> work) {
      return work.get();
    }

    @Locked(name = "one")
    @Locked(value = "'two:' + #id", leaseTime = "5s")
    public String repeated(int id, Supplier<String> work) {
      return work.get();
    }

    @Override
    public String viaInterface(Supplier<String> work) {
      return work.get();
    }

    public String viaClass(Supplier<String> work) {
      return work.get();
    }

    @Override
    public String toString() {
      return "unguarded";
    }
  }

  @Test
  void annotation_worksComposedRepeatedInheritedAndOnTheClass() throws Exception {
    Places places = bean(Places.class);

    assertThat(places.composed(7, this::keys)).isEqualTo("payment:7");
    try (Lease lease = heldByBob("payment:8")) {
      assertThat(places.composed(8, this::keys)).isNull();
      assertThat(lease.isHeld()).isTrue();
    }
    assertThat(places.repeated(1, this::keys)).isEqualTo("one,two:1");
    assertThat(places.viaInterface(this::keys)).isEqualTo("on-the-interface");
    assertThat(places.viaClass(this::keys)).isEqualTo("on-the-class");
    try (Lease lease = heldByBob("on-the-class")) {
      assertThat(places).hasToString("unguarded");
      assertThat(lease.isHeld()).isTrue();
    }
  }

  // ---- the lease as an argument

  static class WithLease {
    @Locked(name = "leased")
    public long token(@Nullable LeaseView lease) {
      return lease == null ? 0 : lease.token();
    }

    @Locked({"#b", "#a"})
    public Map<String, String> both(
        String a, String b, @Nullable Lease ofB, @Nullable LeaseView ofA) {
      return Map.of(b, name(ofB), a, name(ofA));
    }

    private static String name(@Nullable LeaseView lease) {
      return lease == null ? "none" : lease.lockName();
    }

    @Locked(name = "leased")
    public void closesItself(@Nullable Lease lease) {
      if (lease != null) {
        lease.close();
      }
    }

    @Locked("#only")
    public void oneTooMany(String only, @Nullable Lease one, @Nullable Lease two) {}
  }

  @Test
  void lease_isGivenToTheParameterThatTheCallerLeftEmpty() {
    WithLease bean = bean(WithLease.class);

    long first = bean.token(null);
    assertThat(bean.token(null)).isGreaterThan(first).isPositive();
    assertThat(bean.both("a", "b", null, null)).isEqualTo(Map.of("a", "a", "b", "b"));
    bean.closesItself(null);
    assertThat(isFree("leased")).isTrue();
    assertThatThrownBy(() -> bean.oneTooMany("x", null, null)).hasMessageContaining("[x]");
  }

  // ---- calls inside calls

  static class Inner {
    @Locked("#name")
    public long token(String name, @Nullable Lease lease) {
      return lease == null ? 0 : lease.token();
    }
  }

  static class Outer {
    private final Inner inner;

    Outer(Inner inner) {
      this.inner = inner;
    }

    @Locked(name = "nested")
    public List<Long> tokens(@Nullable Lease lease) {
      long mine = lease == null ? 0 : lease.token();
      return List.of(mine, inner.token("nested", null), inner.token("other", null));
    }

    @Locked(name = "nested")
    public List<Long> tokensAfterRelease(@Nullable Lease lease) {
      long mine = lease == null ? 0 : lease.token();
      if (lease != null) {
        lease.close();
      }
      return List.of(mine, inner.token("nested", null));
    }
  }

  @Test
  void innerCall_joinsTheOuterLease() {
    List<Long> tokens =
        application(Inner.class, Outer.class).getBean(Outer.class).tokens(null);

    assertThat(tokens.get(1)).isEqualTo(tokens.get(0));
    assertThat(tokens.get(2)).isNotEqualTo(tokens.get(0));
    assertThat(keys()).isEmpty();
  }

  @Test
  void innerCall_afterTheOuterOneReleased_acquiresItsOwnLease() {
    List<Long> tokens =
        application(Inner.class, Outer.class).getBean(Outer.class).tokensAfterRelease(null);

    assertThat(tokens.get(1)).isGreaterThan(tokens.get(0));
    assertThat(keys()).isEmpty();
  }
}
