package io.holdfast.spring.locked;

import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.transaction.ConfigurableTransactionManager;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionExecution;
import org.springframework.transaction.TransactionExecutionListener;

/**
 * Lets no transaction commit under a lost lease: every commit on a thread inside a {@link Locked} call first checks
 * the call's leases, and is rolled back with {@link io.holdfast.LeaseLostException} if one is lost. Attaches itself
 * to every transaction manager of the context that takes listeners, as all of Spring's do, but the reactive ones:
 * their commits know no thread.
 */
public final class CommitGuard implements BeanPostProcessor {

  private final Check check;

  /**
   * For one advisor.
   *
   * @param advisor whose calls are guarded
   */
  public CommitGuard(LockedAdvisor advisor) {
    this.check = new Check(advisor.threadLeases());
  }

  @Override
  public Object postProcessAfterInitialization(Object bean, String beanName) {
    if (bean instanceof PlatformTransactionManager
        && bean instanceof ConfigurableTransactionManager manager) {
      manager.addListener(check);
    }
    return bean;
  }

  private record Check(ThreadLeases leases) implements TransactionExecutionListener {

    @Override
    public void beforeCommit(TransactionExecution transaction) {
      leases.ensureHeld();
    }
  }
}
