package io.holdfast.flashsale.path;

import io.holdfast.testkit.RedisServer;

/** A Redis of this package's own; every write is on disk before it is answered. */
final class Redis {

  private static final RedisServer SERVER = RedisServer.builder().persistent().start();

  private Redis() {}

  static RedisServer server() {
    return SERVER;
  }

  static String uri() {
    return SERVER.uri();
  }
}
