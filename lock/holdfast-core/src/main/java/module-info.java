import org.jspecify.annotations.NullMarked;

/** A distributed lock on Redis and Valkey: the API and the engine, without a Redis client. */
@NullMarked
module io.holdfast.core {
  requires transitive org.jspecify;
  requires org.slf4j;

  exports io.holdfast;
  exports io.holdfast.spi;

  uses io.holdfast.spi.GatewayProvider;
}
