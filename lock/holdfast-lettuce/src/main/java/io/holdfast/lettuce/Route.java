package io.holdfast.lettuce;

import io.lettuce.core.RedisURI;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/** Where a link connects to. Asked again for every attempt. */
interface Route {

  /** The next address to try. */
  RedisURI next();

  /** How many addresses there are to try before giving up or waiting. */
  int candidates();

  /** Whether only a primary will do. */
  boolean primaryOnly();

  /** For messages: no password. */
  String display();

  /** The same addresses for another link, which goes its own way through them. */
  Route copy();

  /** The first of these that is a primary; with sentinels as address, Lettuce asks them each time. */
  static Route primaryAmong(Supplier<List<RedisURI>> addresses, String display) {
    return new RoundRobin(addresses, true, display);
  }

  /** One node of a cluster: which role it has is the topology's business. */
  static Route node(RedisURI address, String display) {
    return new RoundRobin(() -> List.of(address), false, display);
  }

  /** Any of the nodes there are at that moment. */
  static Route anyOf(Supplier<List<RedisURI>> addresses, String display) {
    return new RoundRobin(addresses, false, display);
  }

  /** One after the other. */
  record RoundRobin(
      Supplier<List<RedisURI>> addresses, boolean primaryOnly, String display, AtomicInteger turn)
      implements Route {

    RoundRobin(Supplier<List<RedisURI>> addresses, boolean primaryOnly, String display) {
      this(addresses, primaryOnly, display, new AtomicInteger());
    }

    @Override
    public RedisURI next() {
      List<RedisURI> now = addresses.get();
      return now.get(Math.floorMod(turn.getAndIncrement(), now.size()));
    }

    @Override
    public int candidates() {
      return addresses.get().size();
    }

    @Override
    public Route copy() {
      return new RoundRobin(addresses, primaryOnly, display);
    }
  }
}
