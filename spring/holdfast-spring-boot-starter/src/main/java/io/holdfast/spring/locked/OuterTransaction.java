package io.holdfast.spring.locked;

import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.util.ClassUtils;

/** The transaction that the caller of an annotated method has already, if Spring's transactions are there. */
final class OuterTransaction {

  private static final boolean IS_POSSIBLE = ClassUtils.isPresent(
      "org.springframework.transaction.support.TransactionSynchronizationManager",
      OuterTransaction.class.getClassLoader());

  private OuterTransaction() {}

  static boolean isActive() {
    return IS_POSSIBLE
        && TransactionSynchronizationManager.isActualTransactionActive()
        && TransactionSynchronizationManager.isSynchronizationActive();
  }

  /** Runs it when the transaction has been committed or rolled back. */
  static void afterCompletion(Runnable action) {
    TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
      @Override
      public void afterCompletion(int status) {
        action.run();
      }
    });
  }
}
