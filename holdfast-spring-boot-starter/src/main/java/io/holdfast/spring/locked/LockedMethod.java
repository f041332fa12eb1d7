package io.holdfast.spring.locked;

import io.holdfast.Lease;
import io.holdfast.LeaseView;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A method that runs under locks, with everything its annotations say. Thread-safe.
 *
 * @param method the most specific one
 * @param style when its work is over
 * @param rules one per annotation, in their order
 * @param leaseParameters positions of the parameters that are given leases
 */
record LockedMethod(
    Method method, CallStyle style, List<LockRule> rules, List<Integer> leaseParameters) {

  static LockedMethod of(Method method, Class<?> targetClass, List<LockRule> rules) {
    List<Integer> leaseParameters = new ArrayList<>();
    Class<?>[] types = method.getParameterTypes();
    for (int i = 0; i < types.length; i++) {
      if (types[i] == Lease.class || types[i] == LeaseView.class) {
        leaseParameters.add(i);
      }
    }
    return new LockedMethod(
        method,
        CallStyle.of(method, targetClass),
        List.copyOf(rules),
        List.copyOf(leaseParameters));
  }

  /** The locks this call needs, as declared; one that is named twice, as its first rule says. */
  List<Wanted> wantedBy(CallRoot call) {
    Map<String, Wanted> wanted = new LinkedHashMap<>();
    for (LockRule rule : rules) {
      for (String name : rule.names().of(call)) {
        wanted.putIfAbsent(name, new Wanted(name, rule));
      }
    }
    if (leaseParameters.size() > wanted.size()) {
      throw new IllegalArgumentException(new LockedDeclaration(method).subject() + " has "
          + leaseParameters.size() + " parameters for leases, but this call needs only the locks "
          + wanted.keySet());
    }
    return List.copyOf(wanted.values());
  }

  /** The arguments with leases in the places for them that the caller left empty. */
  @Nullable
  Object[] withLeases(@Nullable Object[] args, List<Wanted> wanted, Map<String, Lease> leases) {
    @Nullable Object[] given = args.clone();
    for (int i = 0; i < leaseParameters.size(); i++) {
      int position = leaseParameters.get(i);
      if (given[position] == null) {
        given[position] = leases.get(wanted.get(i).name());
      }
    }
    return given;
  }

  /** For the caller that was refused. */
  LockRefusedException refusal(String lockName, long startNanos) {
    return new LockRefusedException(
        lockName,
        new LockedDeclaration(method).methodName(),
        Duration.ofNanos(System.nanoTime() - startNanos));
  }
}
