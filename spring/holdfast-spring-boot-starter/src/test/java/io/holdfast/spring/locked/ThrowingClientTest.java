package io.holdfast.spring.locked;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.holdfast.DistributedLock;
import io.holdfast.Holdfast;
import io.holdfast.Lease;
import io.holdfast.spring.boot.LockedAutoConfiguration;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;

/** An error in the middle of one lock's affairs, as at the end of a stack: the others are released all the same. */
class ThrowingClientTest {

  static class Work {
    @Locked({"'a'", "'b'"})
    public void block() {}

    @Locked({"'a'", "'b'"})
    public CompletableFuture<Void> future() {
      return CompletableFuture.completedFuture(null);
    }
  }

  private final Error error = new StackOverflowError("as the test says");
  private final List<String> released = new CopyOnWriteArrayList<>();
  private String failing = "";

  private static <T> T fake(Class<T> type, InvocationHandler handler) {
    return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
  }

  private Holdfast client() {
    return fake(
        Holdfast.class,
        (proxy, method, arguments) ->
            method.getName().equals("lock") ? lock((String) arguments[0]) : null);
  }

  private void throwIf(String call) {
    if (call.equals(failing)) {
      throw error;
    }
  }

  private DistributedLock lock(String name) {
    return fake(DistributedLock.class, (proxy, method, arguments) -> {
      throwIf(method.getName() + " " + name);
      return switch (method.getName()) {
        case "name" -> name;
        case "tryAcquire" -> Optional.of(lease(name));
        default -> CompletableFuture.completedFuture(Optional.of(lease(name)));
      };
    });
  }

  private Lease lease(String name) {
    return fake(Lease.class, (proxy, method, arguments) -> {
      if (method.getName().equals("close") || method.getName().equals("releaseAsync")) {
        released.add(name);
      }
      throwIf(method.getName() + " " + name);
      return switch (method.getName()) {
        case "lockName" -> name;
        case "isHeld" -> true;
        case "releaseAsync" -> CompletableFuture.completedFuture(null);
        default -> null;
      };
    });
  }

  private Work work(AnnotationConfigApplicationContext context) {
    context.registerBean(Holdfast.class, this::client);
    context.register(Work.class, AopAutoConfiguration.class, LockedAutoConfiguration.class);
    context.refresh();
    return context.getBean(Work.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"tryAcquire b", "close b", "close a"})
  void blockingCall_errorOfOneLock_othersAreReleasedAndItIsTold(String call) {
    failing = call;
    try (AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext()) {
      Work work = work(context);
      assertThat(catchThrowable(work::block)).isSameAs(error);
    }
    assertThat(released).contains("a");
    assertThat(released.contains("b")).isEqualTo(!call.startsWith("tryAcquire"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"tryAcquireAsync b", "ensureHeld b", "releaseAsync b"})
  void future_errorOfOneLock_othersAreReleasedAndItIsTold(String call) {
    failing = call;
    try (AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext()) {
      Work work = work(context);
      assertThat(catchThrowable(() -> work.future().get(5, TimeUnit.SECONDS)))
          .isInstanceOf(ExecutionException.class)
          .cause()
          .isSameAs(error);
    }
    assertThat(released).contains("a");
  }

  /** Checked exceptions come out of methods that declare none: from Kotlin, Groovy, or by a trick. */
  @Test
  void sources_ofTheSpringModules_catchAllOrName() throws IOException {
    for (String module : List.of(".", "../holdfast-spring-adapters")) {
      try (Stream<Path> files = Files.walk(Path.of(module, "src/main/java"))) {
        assertThat(files.filter(file -> file.toString().endsWith(".java")))
            .isNotEmpty()
            .noneMatch(file -> read(file).contains("RuntimeException | Error"));
      }
    }
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
