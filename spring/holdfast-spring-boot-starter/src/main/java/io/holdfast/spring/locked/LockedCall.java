package io.holdfast.spring.locked;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.ProxyMethodInvocation;

/**
 * One call of an annotated method: what all styles share.
 *
 * @param clients where the locks are
 * @param threadLeases of the threads that run such calls
 * @param method what is called
 * @param root the call as expressions see it
 * @param invocation what is left of the call behind the lock
 */
record LockedCall(
    Clients clients,
    ThreadLeases threadLeases,
    LockedMethod method,
    CallRoot root,
    ProxyMethodInvocation invocation) {

  /** The locks, as declared. */
  List<Wanted> wanted() {
    return method.wantedBy(root, clients);
  }

  /** Calls the method with its leases; on a copy, because publishers may do so more than once. */
  @Nullable
  Object proceed(List<Wanted> wanted, Held held) throws Throwable {
    List<OwnLease> leases = held.own(); // as they are now: the thread must be rid of just these
    held.use();
    threadLeases.add(leases);
    try {
      return invocation
          .invocableClone(method.withLeases(root.getArgs(), wanted, held.leases()))
          .proceed();
    } finally {
      threadLeases.remove(leases);
    }
  }

  /** What the caller gets who was refused. */
  @Nullable
  Object refused(Wanted one, long startNanos) throws Throwable {
    return one.rule()
        .whenRefused()
        .answer(root.getTarget(), root.getArgs(), method.refusal(one.lockName(), startNanos));
  }
}
