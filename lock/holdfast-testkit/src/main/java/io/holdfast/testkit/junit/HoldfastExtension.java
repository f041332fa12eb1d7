package io.holdfast.testkit.junit;

import io.holdfast.Holdfast;
import io.holdfast.testkit.RedisServer;
import java.lang.reflect.AnnotatedElement;
import java.util.Arrays;
import java.util.Objects;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ExtensionContext.Store;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * Starts one real server for all tests of a run, empties it before each, and resolves parameters of type {@link
 * Holdfast} and {@link RedisServer}, except those that Spring resolves. The client is closed after its test, the server
 * with the JVM. Tests that use it must not run at the same time in one JVM: they would empty each other's server.
 */
public final class HoldfastExtension implements BeforeEachCallback, ParameterResolver {

  private static final Namespace OURS = Namespace.create(HoldfastExtension.class);

  /** For {@link WithHoldfast}, {@code @ExtendWith} and {@code @RegisterExtension}. */
  public HoldfastExtension() {}

  /** Started when it is needed; outlives the tests, because applications that tests have started do. */
  private static final class TheServer {
    static final RedisServer SERVER = RedisServer.start();
  }

  /**
   * The server of this run, started if nobody has needed it before. It is not to be closed.
   *
   * @return always the same
   */
  public static RedisServer server() {
    return TheServer.SERVER;
  }

  @Override
  public void beforeEach(ExtensionContext context) {
    server().command("FLUSHALL");
  }

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    Class<?> type = parameter.getParameter().getType();
    return (type == Holdfast.class || type == RedisServer.class)
        && !isSprings(parameter.getParameter())
        && !isSprings(parameter.getDeclaringExecutable());
  }

  /** Whether it is for Spring to say what is injected: two resolvers would be an error. */
  private static boolean isSprings(AnnotatedElement element) {
    return Arrays.stream(element.getAnnotations())
        .anyMatch(one -> one.annotationType().getName().startsWith("org.springframework."));
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.getParameter().getType() == RedisServer.class
        ? server()
        : client(context.getStore(OURS)).holdfast();
  }

  @SuppressWarnings("deprecation") // its successor is not in the version that Boot 3.5 brings
  private static Client client(Store store) {
    return Objects.requireNonNull(store.getOrComputeIfAbsent(
        Client.class, type -> new Client(Holdfast.connect(server().uri())), Client.class));
  }

  /** Closed when its test ends: by older versions because of the one interface, by newer ones because of the other. */
  @SuppressWarnings("deprecation") // as above
  private record Client(Holdfast holdfast) implements Store.CloseableResource, AutoCloseable {

    @Override
    public void close() {
      holdfast.close();
    }
  }
}
