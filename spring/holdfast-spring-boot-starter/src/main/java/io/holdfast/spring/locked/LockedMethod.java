package io.holdfast.spring.locked;

import io.holdfast.Holdfast;
import io.holdfast.Lease;
import io.holdfast.LeaseView;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Map.Entry;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.NamedBeanHolder;

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
  List<Wanted> wantedBy(CallRoot call, Clients clients) {
    Map<Entry<String, String>, Wanted> wanted = new LinkedHashMap<>();
    for (LockRule rule : rules) {
      NamedBeanHolder<Holdfast> client = clients.get(new LockedDeclaration(method), rule.client());
      for (String name : rule.names().of(call)) {
        wanted.putIfAbsent(Map.entry(client.getBeanName(), name), new Wanted(client, name, rule));
      }
    }
    if (leaseParameters.size() > wanted.size()) {
      throw new IllegalArgumentException(new LockedDeclaration(method).subject() + " has "
          + leaseParameters.size() + " parameters for leases, but this call needs only the locks "
          + wanted.values().stream().map(Wanted::name).toList());
    }
    return List.copyOf(wanted.values());
  }

  /** The arguments with leases in the places for them that the caller left empty. */
  @Nullable
  Object[] withLeases(@Nullable Object[] args, List<Wanted> wanted, Map<Wanted, Lease> leases) {
    @Nullable Object[] given = args.clone();
    for (int i = 0; i < leaseParameters.size(); i++) {
      int position = leaseParameters.get(i);
      if (given[position] == null) {
        given[position] = leases.get(wanted.get(i));
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
