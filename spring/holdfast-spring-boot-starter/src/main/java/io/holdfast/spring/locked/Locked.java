package io.holdfast.spring.locked;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Repeatable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.aot.hint.annotation.Reflective;

/**
 * Calls of the method run under a distributed lock: of all callers in all processes, one at a time.
 *
 * <pre>{@code
 * @Locked("'order:' + #order.id")
 * public void ship(Order order) { … }
 *
 * @Scheduled(cron = "0 0 3 * * *")
 * @Locked(name = "nightly-report", refused = Refusal.SKIP, holdAtLeast = "1m")
 * public void report() { … }
 * }</pre>
 *
 * <p><b>The name</b> is an expression ({@link #value}) or literal text ({@link #name}), one of the two.
 *
 * <p><b>Several locks</b>, by several expressions, by an expression whose value is an array or collection, or
 * by repeating the annotation, are acquired in the order of their names, so that two callers that name them
 * in different order cannot block each other; all or none; and released in reverse. An expression that gives no name, an
 * empty collection for instance, fails the call.
 *
 * <p><b>Transactions.</b> The lock is outside: acquired before the method's transaction begins and released
 * after it has ended; {@code holdfast.locked.order} says what else is outside of it. Before every commit inside the
 * call the lease is checked; if it is lost, the transaction is rolled back with {@link
 * io.holdfast.LeaseLostException}. (Not so with reactive transactions: there the loss shows after the
 * commit.) If the <em>caller</em> has a transaction already, the lock is kept until that one ends.
 *
 * <p><b>Lost leases.</b> If the lease is lost during the call, the caller gets {@link
 * io.holdfast.LeaseLostException} when the method returns: what it did was perhaps not guarded. A method that
 * wants to know sooner has a parameter of type {@link io.holdfast.LeaseView} or {@link io.holdfast.Lease},
 * for which its callers pass {@code null}: it is given the lease, with its token. The first such parameter
 * gets the lease of the first name, the second of the second.
 *
 * <p><b>Return types.</b> With {@code CompletableFuture} or {@code CompletionStage}, nobody's thread waits:
 * the method is called on Holdfast's executor when the lock is granted, and the lock is released when the
 * future is done. With {@code Mono}, {@code Flux} or {@code Publisher} the same holds for each subscription.
 * Cancelling leaves the queue, or cancels the work and releases; a stage that cannot be cancelled keeps its
 * lock until it is over. Everything else is called on the caller's thread, which waits.
 *
 * <p><b>Re-entry.</b> On the same thread, a call that needs a lock which an outer call of an annotated method
 * has, joins it: no second lease. Futures and publishers do not join.
 *
 * <p><b>No answer</b> from the server is not a refusal: {@link io.holdfast.LockUnavailableException} is thrown,
 * and the method is not called, whatever {@link #refused} says.
 *
 * <p><b>Proxies.</b> This works as {@code @Transactional} does, by a proxy around the bean: a call from
 * <em>inside the same object</em> ({@code this.ship(order)}) is <em>not</em> guarded. Call through another bean,
 * or use {@link io.holdfast.Holdfast} directly. Private, static and final methods cannot be guarded and are
 * refused when the application starts; so are expressions that do not parse or name an unknown argument or
 * bean, durations that are none, and fallbacks that do not fit.
 *
 * <p>On a class or interface it means every public method that has no such annotation of its own. It may be used
 * on other annotations, whose attributes can stand for these by {@code @AliasFor}.
 */
@Documented
@Target({ElementType.METHOD, ElementType.TYPE})
@Retention(RetentionPolicy.RUNTIME)
@Repeatable(Locked.Several.class)
@Reflective(LockedReflection.class)
public @interface Locked {

  /**
   * {@return names of locks, as SpEL expressions} They know the arguments by name ({@code #order}) and by position
   * ({@code #p0}, {@code #a0}), beans ({@code @tenants.current()}), and of the call {@code #root.method}, {@code
   * #root.args}, {@code #root.target}, {@code #root.targetClass}. Literal text is in single quotes. A
   * <code>${…}</code> is replaced first. A value that is null or blank fails the call; numbers and other objects
   * count by their {@code toString()}.
   */
  String[] value() default {};

  /** {@return the name of one lock as literal text, <code>${…}</code> replaced: not an expression} */
  String name() default "";

  /**
   * {@return how long to wait: {@code 500ms}, {@code 10s}, {@code PT1M}, {@code forever}, <code>${my.wait}</code>}
   * Default: {@code holdfast.locked.wait-time}, 10 s unless set; with {@link Refusal#SKIP} not at all. With several
   * locks the time is for all together.
   */
  String waitTime() default "";

  /**
   * {@return in the same form, after which time the lease ends, without being renewed} Default: a lease that is
   * renewed until the method returns.
   */
  String leaseTime() default "";

  /**
   * {@return in the same form, how long to keep the lock at least, from the moment it was granted, even if the method
   * returns or fails sooner} For jobs that several instances start at slightly different times. Default: not.
   *
   * <p>A call that joins the lock of an outer one (re-entry) has it kept too, from the moment it joined, after the outer
   * call has ended.
   *
   * <p>The server is told when the method is over. If it does not answer, or only with errors for half a second, the lock
   * is kept for what is left of its lease.
   */
  String holdAtLeast() default "";

  /** {@return what happens when somebody else has the lock for the whole wait} */
  Refusal refused() default Refusal.THROW;

  /**
   * {@return the method to call instead when refused} It is of this class, with the same parameters or with those and a
   * last one of type {@link LockRefusedException}, and a return type that fits.
   */
  String fallback() default "";

  /**
   * Where the locks are, if the application has several beans of type {@link io.holdfast.Holdfast}: the name or the
   * qualifier of one of them, <code>${…}</code> replaced. Default: the primary one. Without one, and with a name that
   * no bean has, the application does not start.
   *
   * @return a bean's name or qualifier, or nothing
   */
  String client() default "";

  /** Holds the annotation when it is repeated. */
  @Documented
  @Target({ElementType.METHOD, ElementType.TYPE})
  @Retention(RetentionPolicy.RUNTIME)
  @interface Several {

    /** {@return the annotations} */
    Locked[] value();
  }
}
