package io.holdfast.spring.locked;

import java.util.Objects;
import java.util.Optional;
import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.ProxyMethodInvocation;
import org.springframework.aop.support.AopUtils;

/** Runs a call under its locks, in the style of its return type. Thread-safe. */
final class LockedInterceptor implements MethodInterceptor {

  private final Clients clients;
  private final LockedMethods methods;
  private final ThreadLeases threadLeases;

  LockedInterceptor(Clients clients, LockedMethods methods, ThreadLeases threadLeases) {
    this.clients = clients;
    this.methods = methods;
    this.threadLeases = threadLeases;
  }

  @Override
  public @Nullable Object invoke(MethodInvocation invocation) throws Throwable {
    Object target = Objects.requireNonNull(invocation.getThis());
    Class<?> targetClass = AopUtils.getTargetClass(target);
    Optional<LockedMethod> found = methods.find(invocation.getMethod(), targetClass);
    if (found.isEmpty()) {
      return invocation.proceed();
    }
    LockedMethod method = found.get();
    CallRoot root = new CallRoot(method.method(), invocation.getArguments(), target, targetClass);
    LockedCall call =
        new LockedCall(clients, threadLeases, method, root, (ProxyMethodInvocation) invocation);
    return switch (method.style()) {
      case BLOCKING -> new BlockingCall(call).run();
      case FUTURE -> new FutureCall(call).run();
      case MONO -> new ReactiveCall(call).mono();
      case FLUX -> new ReactiveCall(call).flux();
    };
  }
}
