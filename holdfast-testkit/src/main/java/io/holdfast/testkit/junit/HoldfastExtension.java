package io.holdfast.testkit.junit;

import io.holdfast.Holdfast;
import io.holdfast.testkit.RedisServer;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ExtensionContext.Store;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * Starts one real server for all tests of a run, empties it before each, and resolves parameters of type {@link
 * Holdfast} and {@link RedisServer}. The client is closed after its test, the server after the last one. Tests that
 * use it must not run at the same time in one JVM: they would empty each other's server.
 */
public final class HoldfastExtension implements BeforeEachCallback, ParameterResolver {

  private static final Namespace OURS = Namespace.create(HoldfastExtension.class);

  /** For {@link WithHoldfast}, {@code @ExtendWith} and {@code @RegisterExtension}. */
  public HoldfastExtension() {}

  /** The server, started if nobody has needed it before. */
  private static RedisServer server(ExtensionContext context) {
    return context
        .getRoot()
        .getStore(OURS)
        .computeIfAbsent(RedisServer.class, type -> RedisServer.start(), RedisServer.class);
  }

  @Override
  public void beforeEach(ExtensionContext context) {
    server(context).command("FLUSHALL");
  }

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    Class<?> type = parameter.getParameter().getType();
    return type == Holdfast.class || type == RedisServer.class;
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    RedisServer server = server(context);
    if (parameter.getParameter().getType() == RedisServer.class) {
      return server;
    }
    Store store = context.getStore(OURS); // what is closeable in it is closed when the test ends
    return store.computeIfAbsent(
        Holdfast.class, type -> Holdfast.connect(server.uri()), Holdfast.class);
  }
}
