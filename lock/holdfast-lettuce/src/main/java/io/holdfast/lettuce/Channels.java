package io.holdfast.lettuce;

import java.util.List;
import java.util.concurrent.Future;

/** The channels of a cluster gateway: of either kind. */
interface Channels {

  void add(String channel);

  void remove(String channel);

  void topologyChanged();

  List<? extends Future<?>> close();
}
