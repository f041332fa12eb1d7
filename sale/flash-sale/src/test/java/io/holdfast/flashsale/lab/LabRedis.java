package io.holdfast.flashsale.lab;

import io.holdfast.testkit.RedisServer;

/** A Redis for the tests of the Lab and the ladder alone: the numbers of sales are those of their own database. */
final class LabRedis {

  private static final RedisServer SERVER = RedisServer.start();

  private LabRedis() {}

  static RedisServer server() {
    return SERVER;
  }
}
