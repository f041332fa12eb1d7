package io.holdfast.flashsale.demo.http;

import java.net.InetSocketAddress;
import java.net.URI;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.Set;

/** One instance of the service and the connections to it. Not thread-safe. */
final class ServiceConnections {

  private final InetSocketAddress address;
  private final ArrayDeque<Connection> idle = new ArrayDeque<>();
  private final Set<Connection> all = new HashSet<>();
  private long awayUntilNanos = Long.MIN_VALUE;

  ServiceConnections(URI uri) {
    this.address = new InetSocketAddress(uri.getHost(), uri.getPort());
  }

  InetSocketAddress address() {
    return address;
  }

  ArrayDeque<Connection> idle() {
    return idle;
  }

  Set<Connection> all() {
    return all;
  }

  /** It did not take a connection: not tried again before then. */
  void awayUntil(long nanos) {
    awayUntilNanos = nanos;
  }

  boolean isAway(long nanos) {
    return awayUntilNanos != Long.MIN_VALUE && nanos - awayUntilNanos < 0;
  }
}
