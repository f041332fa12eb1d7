package io.holdfast.verification.fault;

import io.holdfast.testkit.ClientProcess;
import io.holdfast.testkit.FaultProxy;
import io.holdfast.verification.traffic.Pace;
import java.time.Duration;
import java.util.List;
import java.util.Random;

/**
 * Where a fault strikes.
 *
 * @param site the servers
 * @param crew the clients
 * @param locks the names they use
 * @param lease the lease time
 * @param random for every choice
 */
public record Scene(Site site, Crew crew, List<String> locks, Duration lease, Random random) {

  int anyClient() {
    return random.nextInt(crew.size());
  }

  ClientProcess anyMember() {
    return crew.member(anyClient());
  }

  FaultProxy anyProxy() {
    return site.proxy(anyClient());
  }

  String anyLock() {
    return locks.get(random.nextInt(locks.size()));
  }

  /** Lets a part of a lease pass, at random between these two. */
  void pass(double fromLeases, double toLeases) {
    Pace.millis(lease.toMillis() * (fromLeases + random.nextDouble() * (toLeases - fromLeases)));
  }
}
