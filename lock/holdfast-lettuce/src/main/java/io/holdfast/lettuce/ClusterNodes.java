package io.holdfast.lettuce;

import io.holdfast.LockUnavailableException;
import io.lettuce.core.RedisURI;
import io.lettuce.core.protocol.CommandType;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The nodes of a cluster: one link for commands to each primary, and the slot map, asked for again every
 * two seconds, and four times a second while something is wrong. This class is thread-safe.
 */
@SuppressWarnings("FutureReturnValueIgnored") // outcomes are handled in callbacks
final class ClusterNodes implements CommandLink.Observer {

  /** What the gateway wants to know. */
  interface Observer {

    /** Slots or nodes are not what they were. */
    void topologyChanged();

    /** A link is there that was not. */
    void reconnected();
  }

  private static final Logger log = LoggerFactory.getLogger(ClusterNodes.class);
  private static final Duration TICK = Duration.ofMillis(250);
  private static final int CALM_TICKS = 8;
  private static final Duration SOON = Duration.ofMillis(20);
  private static final Duration SHORTEST_PAUSE = Duration.ofMillis(100);

  private final ClientHandle client;
  private final Target target;
  private final Observer observer;
  private final Map<String, CommandLink> links = new ConcurrentHashMap<>();
  private final Set<CommandLink> leaving = ConcurrentHashMap.newKeySet();
  private final AtomicBoolean refreshing = new AtomicBoolean();
  private final AtomicBoolean refreshIsNear = new AtomicBoolean();
  private volatile @Nullable CommandLink seeds;
  private volatile SlotMap slots = SlotMap.EMPTY;
  private volatile boolean opened;
  private volatile boolean isClosed;
  private volatile long refreshedNanos = System.nanoTime() - SHORTEST_PAUSE.toNanos();
  private int ticks;

  ClusterNodes(ClientHandle client, Target target, Observer observer) {
    this.client = client;
    this.target = target;
    this.observer = observer;
  }

  /** Finds the cluster from its seeds and connects to all primaries; at least one must answer. */
  void open() {
    CommandLink seed = seedLink();
    seeds = seed;
    seed.open().join();
    SlotMap found = ask(seed).join();
    if (found.primaries().isEmpty()) {
      throw new LockUnavailableException(
          target.display() + " is a cluster in which nobody has a slot yet", null);
    }
    slots = found;
    List<CompletableFuture<Void>> opening = new ArrayList<>();
    for (String address : found.primaries()) {
      opening.add(links.computeIfAbsent(address, this::link).open());
    }
    CompletableFuture.allOf(opening.toArray(new CompletableFuture<?>[0]))
        .handle((done, failure) -> failure)
        .join();
    if (links.values().stream().noneMatch(Link::isUp)) {
      opening.get(0).join();
    }
    opened = true;
    links.values().forEach(Link::start);
    dropSeeds();
    client.schedule(this::tick, TICK);
  }

  private CommandLink seedLink() {
    return new CommandLink(
        client, Route.anyOf(() -> client.ours(target.addresses()), target.display()), this);
  }

  private CommandLink link(String address) {
    return new CommandLink(client, Route.node(uri(address), address), this);
  }

  /** The URI of a node: as the first seed, with another host and port. */
  RedisURI uri(String address) {
    int colon = address.lastIndexOf(':');
    RedisURI uri = client.ours(target.addresses().get(0));
    uri.setHost(address.substring(0, colon));
    uri.setPort(Integer.parseInt(address.substring(colon + 1)));
    return uri;
  }

  SlotMap slots() {
    return slots;
  }

  /** The link to whoever has that slot; null if nobody has. */
  @Nullable
  CommandLink owner(int slot) {
    String address = slots.owner(slot);
    return address == null ? null : links.get(address);
  }

  /** The link to that node, made if need be. */
  CommandLink at(String address) {
    CommandLink link = links.computeIfAbsent(address, this::link);
    if (isClosed) {
      link.close(); // it may have come too late to be closed with the others
    } else {
      link.start();
    }
    return link;
  }

  /** Any link that is up; null if none is. */
  @Nullable
  CommandLink any() {
    for (CommandLink link : links.values()) {
      if (link.isUp()) {
        return link;
      }
    }
    CommandLink seed = seeds;
    return seed != null && seed.isUp() ? seed : null;
  }

  // ---- asking again

  /** An error reply may show that the topology has changed. */
  void learnFrom(String error) {
    if (Redirect.isNewsOf(error)) {
      refreshSoon();
    }
  }

  /** Something suggests that the map is out of date. However many say so, the pause between two questions is kept. */
  void refreshSoon() {
    if (!isClosed && refreshIsNear.compareAndSet(false, true)) {
      long pauseLeft = refreshedNanos + SHORTEST_PAUSE.toNanos() - System.nanoTime();
      client.schedule(
          () -> {
            refreshIsNear.set(false);
            refresh();
          },
          Math.max(SOON.toNanos(), pauseLeft));
    }
  }

  private void tick() {
    if (isClosed) {
      return;
    }
    boolean calm = slots.primaries().stream().allMatch(this::isUp);
    if (!calm || ++ticks % CALM_TICKS == 0) {
      refresh();
    }
    client.schedule(this::tick, TICK);
  }

  private boolean isUp(String address) {
    CommandLink link = links.get(address);
    return link != null && link.isUp();
  }

  private void refresh() {
    if (isClosed || !refreshing.compareAndSet(false, true)) {
      return;
    }
    List<CommandLink> candidates = new ArrayList<>(links.values());
    candidates.removeIf(link -> !link.isUp());
    Collections.shuffle(candidates);
    CommandLink seed = seeds;
    if (seed != null && seed.isUp()) {
      candidates.add(seed);
    }
    if (candidates.isEmpty()) {
      startSeeds();
      refreshing.set(false);
      return;
    }
    refreshedNanos = System.nanoTime();
    ask(candidates.get(0)).whenComplete((found, failure) -> {
      refreshing.set(false);
      if (failure != null) {
        log.debug("No answer about the topology of {}", target.display(), failure);
      } else if (!found.primaries().isEmpty()) {
        apply(found);
      }
    });
  }

  private static CompletableFuture<SlotMap> ask(CommandLink link) {
    return ServerProbe.ask(
        link, reply -> SlotMap.parse(reply, link.host()), CommandType.CLUSTER, "SLOTS");
  }

  private void apply(SlotMap found) {
    boolean changed;
    synchronized (this) {
      if (isClosed) {
        return;
      }
      changed = !found.isSameAs(slots);
      slots = found;
      found.primaries().forEach(this::at);
      links.forEach((address, link) -> {
        if (!found.primaries().contains(address) && links.remove(address, link)) {
          closeWhenAnswered(link);
        }
      });
    }
    if (links.values().stream().anyMatch(Link::isUp)) {
      dropSeeds();
    }
    if (changed) {
      observer.topologyChanged();
    }
  }

  /** What is in flight to a node that has lost its slots may still be answered. */
  private void closeWhenAnswered(CommandLink link) {
    leaving.add(link);
    client.schedule(
        () -> {
          leaving.remove(link);
          link.close();
        },
        link.isUp() ? client.settings().commandTimeout() : Duration.ZERO);
  }

  private synchronized void startSeeds() {
    if (seeds == null && !isClosed) {
      CommandLink seed = seedLink();
      seeds = seed;
      seed.start();
    }
  }

  private synchronized void dropSeeds() {
    CommandLink seed = seeds;
    seeds = null;
    if (seed != null) {
      seed.close();
    }
  }

  List<? extends Future<?>> close() {
    synchronized (this) {
      isClosed = true;
    }
    dropSeeds();
    return Stream.concat(links.values().stream(), leaving.stream())
        .map(Link::close)
        .toList();
  }

  @Override
  public void connected(CommandLink link, boolean first) {
    if (link == seeds) {
      refreshSoon();
    } else if (opened) {
      observer.reconnected();
    }
  }

  @Override
  public void disconnected(CommandLink link) {
    if (!isClosed && links.containsValue(link)) {
      refreshSoon();
    }
  }
}
