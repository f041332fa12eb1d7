package io.holdfast.recipes;

import io.holdfast.LeaseView;
import io.holdfast.spring.locked.LockRefusedException;
import io.holdfast.spring.locked.Locked;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

@Service
class Payments {

  record Payment(String id, long cents) {}

  private final Map<String, Long> ledger = new ConcurrentHashMap<>();

  @Locked(value = "'payment:' + #payment.id", waitTime = "2s", fallback = "busy")
  @Transactional // begins after the lock is granted, and is committed before it is released
  public String pay(Payment payment, LeaseView lease) { // callers pass null
    long token = lease.token(); // present it to what you read and write
    return store(payment, token) ? "paid" : "already paid";
  }

  String busy(Payment payment, LeaseView lease, LockRefusedException refusal) {
    return "try again later";
  }

  private boolean store(Payment payment, long token) {
    return ledger.putIfAbsent(payment.id(), token) == null;
  }
}
