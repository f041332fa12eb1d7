package io.holdfast.spring.locked;

import io.holdfast.Holdfast;
import io.holdfast.HoldfastBuilder;
import io.holdfast.Lease;
import io.holdfast.LockEvent;
import io.holdfast.LockEvent.NotAcquired;
import io.holdfast.spring.boot.LockedAutoConfiguration;
import io.holdfast.testkit.RedisServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.springframework.aop.framework.AopProxyUtils;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;

/** A server, an application on it, and bob: a client of another process, as far as the server can tell. */
abstract class LockedFixture {

  private static RedisServer server;

  Holdfast bob;
  private final List<AnnotationConfigApplicationContext> contexts = new ArrayList<>();
  private final List<NotAcquired.Outcome> endedWaits = new CopyOnWriteArrayList<>();

  @BeforeAll
  static void startServer() {
    server = RedisServer.start();
  }

  @AfterAll
  static void stopServer() {
    server.close();
  }

  @BeforeEach
  void connectBob() {
    server.command("FLUSHALL");
    bob = Holdfast.connect(server.uri());
  }

  @AfterEach
  void closeAll() {
    contexts.forEach(AnnotationConfigApplicationContext::close);
    bob.close();
  }

  static RedisServer server() {
    return server;
  }

  /** An application with these beans and configurations. */
  AnnotationConfigApplicationContext application(Class<?>... components) {
    return application(builder -> {}, components);
  }

  /** The same with a client of the test's choice. */
  AnnotationConfigApplicationContext application(
      Consumer<HoldfastBuilder> client, Class<?>... components) {
    AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext();
    contexts.add(context);
    HoldfastBuilder builder = Holdfast.builder().uri(server.uri()).listener(this::remember);
    client.accept(builder);
    context.registerBean(Holdfast.class, builder::build);
    context.register(components);
    context.register(AopAutoConfiguration.class, LockedAutoConfiguration.class);
    context.refresh();
    return context;
  }

  /** How waits of the application's callers ended without the lock. */
  List<NotAcquired.Outcome> endedWaits() {
    return endedWaits;
  }

  private void remember(LockEvent event) {
    if (event instanceof NotAcquired waited) {
      endedWaits.add(waited.outcome());
    }
  }

  <T> T bean(Class<T> type) {
    return application(type).getBean(type);
  }

  /** The object behind the proxy, where its fields are. */
  @SuppressWarnings("unchecked") // a class-based proxy has the type of its target
  static <T> T target(T bean) {
    return (T) Objects.requireNonNull(AopProxyUtils.getSingletonTarget(bean));
  }

  /** Whether the lock can be had now, by bob. */
  boolean isFree(String name) {
    try (Lease lease = bob.lock(name).tryAcquire().orElse(null)) {
      return lease != null;
    }
  }

  Lease heldByBob(String name) throws InterruptedException {
    return bob.lock(name).tryAcquire(Duration.ofSeconds(5)).orElseThrow();
  }
}
