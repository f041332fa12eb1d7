package io.holdfast.verification.fair;

import io.holdfast.testkit.memory.Channels;
import io.holdfast.testkit.memory.Keyspace;
import io.holdfast.verification.fair.Client.Phase;
import io.holdfast.verification.fair.Wire.Grant;
import io.holdfast.verification.fair.Wire.Reply;
import io.holdfast.verification.fair.Wire.Request;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;

/** One state: a server, its clients and what is between them; and what can happen next. */
final class World {

  static final long PATIENCE_MILLIS = 6_000;
  static final long TICK_MILLIS = 2_000;
  private static final List<String> KEYS = List.of("a", "queue", "scores", "waits");
  private static final String CHANNEL = "channel";

  final Rules rules;
  final List<Client> clients = new ArrayList<>();
  private final List<Request> late = new ArrayList<>();
  private final List<String> arrivals = new ArrayList<>(); // client.number, in the order of coming
  private final int[] left; // giving up, beats, copies, losses, deaths, deafness, ticks
  private boolean isCalm = true; // no fault yet, and no time has passed
  private boolean isHeard = true; // the same, but for late copies
  private String told = ""; // who holds it by a message
  private long nowMillis;
  private final Keyspace keys = new Keyspace(() -> nowMillis * 1_000 + 1);
  private String problem = "";
  String last = "";

  World(Rules rules, Scope scope) {
    this.rules = rules;
    this.left = new int[] {
      scope.givingUp(),
      scope.beats(),
      scope.copies(),
      scope.losses(),
      scope.deaths(),
      scope.deafness(),
      scope.ticks()
    };
    this.nowMillis = 1_000_000;
    for (int i = 0; i < scope.lives().size(); i++) {
      clients.add(new Client(i, scope.lives().get(i)));
    }
  }

  private World(World before) {
    rules = before.rules;
    left = before.left.clone();
    nowMillis = before.nowMillis;
    isCalm = before.isCalm;
    isHeard = before.isHeard;
    told = before.told;
    before.clients.forEach(client -> clients.add(client.copy()));
    late.addAll(before.late);
    arrivals.addAll(before.arrivals);
    keys.restore(before.keys.copy());
  }

  /** What is wrong; empty if nothing is. */
  String problem() {
    return problem;
  }

  /** All that can happen next. */
  List<World> next() {
    List<World> all = new ArrayList<>();
    for (int i = 0; i < clients.size(); i++) {
      clientSteps(all, i);
    }
    for (int i = 0; i < late.size(); i++) {
      int copy = i;
      step(all, "late copy", world -> world.execute(world.late.remove(copy)));
    }
    fault(all, 6, true, "tick", world -> {
      world.nowMillis += TICK_MILLIS;
      world.late.removeIf(request -> request.isJoin() && world.isTooLate(request));
    });
    return all;
  }

  private void clientSteps(List<World> all, int i) {
    Client me = clients.get(i);
    int before = all.size();
    clientSteps(all, me, i);
    all.subList(before, all.size()).forEach(world -> world.last = i + " " + world.last);
  }

  /** After these steps, each a client's number and what happens to it. */
  World after(String steps) {
    World world = this;
    for (String step : steps.split(", ", -1)) {
      world = world.next().stream()
          .filter(next -> next.last.equals(step))
          .findFirst()
          .orElseThrow();
    }
    return world;
  }

  private void clientSteps(List<World> all, Client me, int i) {
    if (!me.toServer.isEmpty()) {
      step(all, "server", world -> world.executeHead(i));
      fault(
          all,
          2,
          true,
          "copied",
          world -> world.late.add(world.clients.get(i).toServer.element()));
      fault(all, 3, true, "request lost", world -> {
        Client client = world.clients.get(i);
        client.replies.add(new Reply(client.toServer.remove(), -1));
      });
    }
    if (!me.isLive()) {
      return;
    }
    if (!me.replies.isEmpty()) {
      step(all, "reply", world -> world.reply(i));
      fault(all, 3, me.replies.element().stamp() >= 0, "reply lost", world -> {
        Client client = world.clients.get(i);
        client.replies.addFirst(new Reply(client.replies.remove().to(), -1));
      });
    }
    if (!me.messages.isEmpty()) {
      step(all, "message", world -> world.message(i));
      fault(all, 3, true, "message lost", world -> world.clients.get(i).messages.remove());
    }
    if (!me.owed.isEmpty()) {
      step(all, "again", world -> {
        Client client = world.clients.get(i);
        client.release(client.owed.remove(), world.nowMillis);
      });
    }
    boolean canAsk = me.phase == Phase.WAITS && !me.isInFlight && !me.isGivingUp;
    if (me.phase == Phase.IDLE && me.lives > 0) {
      step(all, "start", world -> world.clients.get(i).start(world.nowMillis));
    } else if (canAsk && me.isToAsk) {
      step(all, "asks", world -> world.clients.get(i).ask(world.nowMillis));
    } else if (canAsk) {
      fault(all, 1, false, "beat", world -> world.clients.get(i).ask(world.nowMillis));
    }
    if (me.phase == Phase.WAITS && !me.isGivingUp) {
      fault(
          all, 0, false, "gives up", world -> world.clients.get(i).giveUp(world.nowMillis, rules));
    }
    if (me.phase == Phase.HOLDS) {
      step(all, "release", world -> world.clients.get(i).end(world.nowMillis, true));
    }
    if (me.phase == Phase.WAITS || me.phase == Phase.HOLDS) {
      fault(all, 4, true, "dies", world -> world.die(i));
    }
    if (me.isDeaf) {
      step(all, "listens", world -> world.deaf(i, false));
    } else if (me.phase == Phase.WAITS) {
      fault(all, 5, true, "deaf", world -> world.deaf(i, true));
    }
  }

  private void step(List<World> all, String name, Consumer<World> change) {
    World world = new World(this);
    world.last = name;
    change.accept(world);
    world.check();
    all.add(world);
  }

  /** Something of which there is only so much. */
  private void fault(
      List<World> all, int which, boolean isFault, String name, Consumer<World> change) {
    if (left[which] > 0) {
      step(all, name, world -> {
        world.left[which]--;
        world.isCalm &= !isFault;
        world.isHeard &= !isFault || which == 2;
        change.accept(world);
      });
    }
  }

  private void reply(int i) {
    Client client = clients.get(i);
    client.hear(client.replies.remove(), nowMillis, rules);
  }

  private void message(int i) {
    Client client = clients.get(i);
    client.hear(client.messages.remove(), nowMillis, rules);
  }

  private void die(int i) {
    Client client = clients.get(i);
    client.phase = Phase.DEAD;
    client.replies.clear();
    client.messages.clear();
    client.owed.clear();
  }

  private void deaf(int i, boolean on) {
    Client client = clients.get(i);
    client.isDeaf = on;
    if (on) {
      client.messages.clear();
    } else {
      client.isToAsk = client.phase == Phase.WAITS;
    }
  }

  private boolean isTooLate(Request request) {
    return nowMillis >= request.sentMillis() + TICK_MILLIS;
  }

  private void executeHead(int i) {
    Client client = clients.get(i);
    Request request = client.toServer.remove();
    long stamp = execute(request);
    if (client.isLive()) {
      client.replies.add(new Reply(request, stamp));
    }
  }

  /** The stamp of a grant, or 0. */
  private long execute(Request request) {
    Channels channels = new Channels();
    for (Client client : clients) {
      if (client.isLive() && !client.isDeaf) {
        channels.add(CHANNEL + ":" + client.seat(), client, (channel, text) -> {
          Grant grant = Grant.of(text);
          client.messages.add(grant);
          told = client.index + "." + grant.number();
        });
      }
    }
    Client from = clients.get(request.client());
    String before = holder();
    String toldBefore = told;
    told = "";
    List<String> arguments = new ArrayList<>(List.of(
        from.seat(),
        "" + request.number(),
        "PUBLISH",
        CHANNEL,
        "NUMSUB",
        "0",
        "1",
        "" + PATIENCE_MILLIS));
    if (request.isJoin()) {
      arguments.addAll(List.of(
          "" + Client.LEASE_MILLIS,
          "" + (request.sentMillis() + TICK_MILLIS) * 1_000,
          "" + request.join(),
          from.isDeaf ? "deaf" : "listens"));
      from.lastHeardMillis = nowMillis;
      from.wasListening = from.isLive() && !from.isDeaf;
    }
    Object reply = rules
        .scripts(keys, channels)
        .run(request.isJoin() ? "fair_join" : "fair_release", KEYS, arguments);
    keys.list("queue").stream()
        .map(this::waiter)
        .filter(who -> !arrivals.contains(who))
        .forEach(arrivals::add);
    if (!request.isJoin()) {
      arrivals.remove(request.client() + "." + request.number());
    }
    String after = holder();
    if (after.equals(before)) {
      told = toldBefore;
    } else if (!after.isEmpty()) {
      granted(after);
    }
    return reply instanceof List<?> list
            && list.get(0).equals(1L)
            && list.get(1) instanceof Long stamp
        ? stamp
        : 0;
  }

  private String waiter(String seat) {
    String wait = String.valueOf(keys.hget("waits", seat));
    return seat.charAt(1) + "." + wait.replaceAll("\\..*", "");
  }

  /** As client.number, if the hash says so; empty if it is free. */
  private String holder() {
    List<String> fields = keys.hgetall("a");
    return fields.isEmpty() ? "" : fields.get(0).substring(1).replace(':', '.');
  }

  /** Nobody that is there and came before may be passed over. */
  private void granted(String who) {
    for (String earlier : arrivals) {
      if (earlier.equals(who)) {
        break;
      }
      Client client = clients.get(earlier.charAt(0) - '0');
      boolean isThere = client.phase == Phase.WAITS
          && !client.isDeaf
          && !client.isGivingUp
          && earlier.equals(client.index + "." + client.number)
          && nowMillis - client.lastHeardMillis < PATIENCE_MILLIS;
      if (isThere) {
        problem = "order: " + who + " was served before " + earlier;
      }
    }
    arrivals.remove(who);
    Client served = clients.get(who.charAt(0) - '0');
    if (nowMillis - served.lastHeardMillis >= PATIENCE_MILLIS) {
      problem = "served: " + who + ", of whom nothing was heard for long";
    } else if (!served.isLive() && served.wasListening) {
      problem = "served: " + who + ", who is dead";
    }
  }

  private void check() {
    List<Client> believers =
        clients.stream().filter(client -> client.believes(nowMillis)).toList();
    if (believers.size() > 1) {
      problem = "exclusion: " + believers.stream().map(Client::seat).toList() + " hold";
    }
    if (isHeard && isQuiet() && !keys.type("a").equals("none") && isOrphaned()) {
      problem = "orphan: nobody knows that " + holder() + " holds";
    }
    if (isCalm && isQuiet() && keys.type("a").equals("none")) {
      clients.stream()
          .filter(client -> client.phase == Phase.WAITS && !client.isToAsk)
          .forEach(client ->
              problem = "lost wake-up: the lock is free, and " + client.seat() + " sleeps");
    }
  }

  /** Whether the server says of somebody that it holds the lock who knows nothing of it. */
  private boolean isOrphaned() {
    return holder().equals(told)
        && clients.stream()
            .noneMatch(client -> told.equals(client.index + "." + client.number)
                && (client.phase == Phase.HOLDS || client.phase == Phase.WAITS));
  }

  private boolean isQuiet() {
    return late.isEmpty() && clients.stream().allMatch(Client::isQuiet);
  }

  /** From here on nothing goes wrong: everybody is served, soon enough, and nothing is left. */
  String drained() {
    World world = new World(this);
    Arrays.fill(world.left, 0);
    world.late.clear();
    for (int round = 0; round < 24 && world.problem.isEmpty(); round++) {
      world.drainRound();
      world.nowMillis += round % 3 == 2 ? TICK_MILLIS : 0;
    }
    if (!world.problem.isEmpty()) {
      return world.problem;
    }
    for (Client client : world.clients) {
      if (client.isLive() && (client.phase != Phase.IDLE || client.lives > 0)) {
        return "starved: " + client.seat() + " never came to its turn";
      }
    }
    List<String> live = world.keys.list("queue").stream()
        .filter(seat -> world.clients.get(seat.charAt(1) - '0').isLive())
        .toList();
    world.nowMillis += 301_000;
    return live.isEmpty() && world.keys.keys().isEmpty()
        ? ""
        : "left over: " + live + world.keys.keys();
  }

  private void drainRound() {
    for (int i = 0; i < clients.size(); i++) {
      Client client = clients.get(i);
      if (client.isDeaf) {
        deaf(i, false);
      }
      while (!client.toServer.isEmpty()) {
        executeHead(i);
      }
      while (client.isLive() && !client.replies.isEmpty()) {
        reply(i);
      }
      while (client.isLive() && !client.messages.isEmpty()) {
        message(i);
      }
      while (client.isLive() && !client.owed.isEmpty()) {
        client.release(client.owed.remove(), nowMillis);
      }
      check();
      if (client.phase == Phase.IDLE && client.lives > 0) {
        client.start(nowMillis);
      } else if (client.phase == Phase.WAITS && !client.isInFlight && !client.isGivingUp) {
        client.ask(nowMillis);
      } else if (client.phase == Phase.HOLDS) {
        client.end(nowMillis, true);
      }
    }
  }

  /** The same for the same state. */
  String name() {
    return clients + "" + late + arrivals + Arrays.toString(left) + isCalm + isHeard + told
        + nowMillis + keys.copy();
  }
}
