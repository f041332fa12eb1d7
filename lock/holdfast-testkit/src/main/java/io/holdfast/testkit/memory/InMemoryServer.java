package io.holdfast.testkit.memory;

import io.holdfast.Holdfast;
import io.holdfast.HoldfastBuilder;
import io.holdfast.spi.ErrorReplyException;
import io.holdfast.spi.GatewayFactory;
import io.holdfast.spi.ScriptCall;
import java.util.List;
import java.util.function.BiConsumer;

/**
 * A server without a process or a port, for unit tests of code that takes locks: it passes the contract that real
 * ones pass. Clients that are to meet are connected to the same one. It has no replicas, and needs no closing.
 * Thread-safe.
 *
 * <pre>{@code
 * InMemoryServer server = new InMemoryServer();
 * try (Holdfast holdfast = server.connect()) {
 *   new OrderService(holdfast).book(42);
 * }
 * }</pre>
 *
 * <p>What only a network has, it has not: lost replies, late messages, a failover. Test those on a real server.
 */
public final class InMemoryServer {

  private long nowMicros;
  private final Keyspace keys = new Keyspace(() -> nowMicros);
  private final Channels channels = new Channels();
  private final SimulatedScripts scripts = new SimulatedScripts(keys, channels);

  /** One that holds nothing. */
  public InMemoryServer() {}

  /** {@return a new client with default settings} */
  public Holdfast connect() {
    return builder().build();
  }

  /** {@return a client's settings, this server among them} */
  public HoldfastBuilder builder() {
    return Holdfast.builder().gateway(gateway());
  }

  /** {@return this server's gateway, for a builder that somebody else has} */
  public GatewayFactory gateway() {
    return (settings, listener) -> new InMemoryGateway(this, listener);
  }

  /** {@return what is locked, by key, sorted} */
  public synchronized List<String> keys() {
    tick();
    return keys.keys();
  }

  /** Forgets everything, as {@code FLUSHALL} does: holders find out when they renew or release. */
  public synchronized void flush() {
    keys.keys().forEach(keys::del);
  }

  synchronized Object run(ScriptCall call) throws ErrorReplyException {
    tick();
    return scripts.run(ScriptCatalogue.nameOf(call.source()), call.keys(), call.arguments());
  }

  synchronized void listen(String channel, Object connection, BiConsumer<String, String> heard) {
    channels.add(channel, connection, heard);
  }

  synchronized void ignore(String channel, Object connection) {
    channels.remove(channel, connection);
  }

  synchronized long timeMicros() {
    tick();
    return nowMicros;
  }

  /** No two calls at the same time, and none before another. */
  private void tick() {
    nowMicros = Math.max(nowMicros + 1, System.currentTimeMillis() * 1_000);
  }
}
