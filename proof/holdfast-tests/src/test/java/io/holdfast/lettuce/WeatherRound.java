package io.holdfast.lettuce;

import static io.holdfast.testkit.Eventually.scaled;
import static io.holdfast.testkit.Eventually.within;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.LockUnavailableException;
import io.holdfast.spi.Gateway;
import io.holdfast.spi.GatewaySettings;
import io.holdfast.testkit.FaultProxy;
import io.lettuce.core.ClientOptions;
import io.lettuce.core.protocol.ProtocolVersion;
import java.time.Duration;
import java.util.Collection;
import java.util.Objects;
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** One gateway in one weather, with what an engine would ask of it. Not thread-safe. */
final class WeatherRound {

  private static final int TURNS = 8;
  private static final int CHANNELS = 6;
  private static final Duration COMMAND_TIMEOUT = Duration.ofMillis(400);
  private static final Duration GRACE = Duration.ofSeconds(2); // for a machine that stands still

  /** Within which everything is well again. */
  private static final Duration RECOVERY = Duration.ofSeconds(10);

  private final WeatherContract site;
  private final Random random;
  private final Weather weather;
  private final String prefix;
  private final String forbidden; // in the name of a channel
  private final Recorder recorder = new Recorder();
  private final Set<String> wanted = new TreeSet<>();
  private final Set<String> unwanted = new TreeSet<>();
  private final AtomicInteger open = new AtomicInteger();
  private final Queue<Duration> ended = new ConcurrentLinkedQueue<>();

  WeatherRound(WeatherContract site, long seed) {
    this.site = site;
    random = new Random(seed);
    weather = new Weather(random, site.network().proxies());
    prefix = "weather:" + seed + ":";
    forbidden = switch (random.nextInt(3)) {
      case 0 -> prefix; // all of them
      case 1 -> prefix + random.nextInt(CHANNELS);
      default -> "nothing";
    };
  }

  void play() {
    weather.forbid(forbidden);
    try (Gateway gateway = open()) {
      for (int turn = 0; turn < TURNS; turn++) {
        weather.turn();
        ask(gateway);
        pass(Duration.ofMillis(20 + random.nextInt(80)));
        if (turn == TURNS / 2) {
          site.interlude(random);
        }
      }
      weather.calm();
      within(RECOVERY).eventually(() -> assertWhatIsHeard(gateway));
      assertMessagesArrive(gateway);
      assertCallsEnd(gateway);
      assertQuiet();
    } finally {
      weather.forbid("nothing");
    }
  }

  private Gateway open() {
    ClientOptions options = ClientOptions.builder()
        .protocolVersion(random.nextBoolean() ? ProtocolVersion.RESP3 : ProtocolVersion.RESP2)
        .build();
    GatewaySettings settings =
        new GatewaySettings("weather", COMMAND_TIMEOUT, GatewaySettings.PubSub.AUTO);
    AtomicReference<@Nullable Gateway> opened = new AtomicReference<>();
    within(RECOVERY).eventually("a gateway opens in calm", () -> {
      try {
        opened.set(LettuceGateways.open(
            ClientHandle.on(site.application().getResources(), options, settings),
            TargetParser.parse(site.network().uri(site.uri())),
            recorder));
      } catch (LockUnavailableException e) { // the timeout is short, and machines stand still
        return false;
      }
      return true;
    });
    return Objects.requireNonNull(opened.get());
  }

  private void ask(Gateway gateway) {
    for (int i = random.nextInt(3); i >= 0; i--) {
      String channel = prefix + random.nextInt(CHANNELS);
      if (wanted.add(channel)) {
        unwanted.remove(channel);
        recorder.heard.remove(channel); // whoever gives a channel up is not told that it ends
        gateway.subscribe(channel);
      } else if (random.nextBoolean()) {
        wanted.remove(channel);
        unwanted.add(channel);
        gateway.unsubscribe(channel);
      }
      watch(Scripts.count(gateway, channel));
    }
  }

  private void watch(CompletionStage<?> call) {
    long start = System.nanoTime();
    open.incrementAndGet();
    var unused = call.whenComplete((reply, failure) -> {
      ended.add(Duration.ofNanos(System.nanoTime() - start));
      open.decrementAndGet();
    });
  }

  private boolean isForbidden(String channel) {
    return channel.contains(forbidden);
  }

  /** What was asked for is heard, nothing else, and the gateway knows it. */
  private void assertWhatIsHeard(Gateway gateway) {
    for (String channel : wanted) {
      long listeners = site.listeners(gateway, channel);
      if (!isForbidden(
          channel)) { // a request that was held up may have passed before it was forbidden
        assertThat(listeners).as("listeners of %s", channel).isEqualTo(1);
      }
      assertThat(recorder.heard.contains(channel))
          .as("'%s is heard', as told", channel)
          .isEqualTo(listeners == 1);
    }
    for (String channel : unwanted) {
      assertThat(site.listeners(gateway, channel))
          .as("listeners of %s, which was given up", channel)
          .isZero();
    }
  }

  /** Published until one is heard: a link may still move on, to a primary of which a sentinel has just learnt. */
  private void assertMessagesArrive(Gateway gateway) {
    for (String channel : wanted) {
      if (isForbidden(channel)) {
        continue;
      }
      long before = recorder.messages(channel);
      within(RECOVERY).eventually(() -> {
        site.publish(gateway, channel);
        assertThat(recorder.messages(channel)).as("messages on %s", channel).isGreaterThan(before);
      });
    }
  }

  private void assertCallsEnd(Gateway gateway) {
    within(COMMAND_TIMEOUT.plus(GRACE)).eventually(() -> assertThat(open).hasValue(0));
    Collection<Duration> all = ended;
    assertThat(all)
        .allSatisfy(time -> assertThat(time).isLessThan(scaled(COMMAND_TIMEOUT.plus(GRACE))));
    within(RECOVERY)
        .eventually(() -> assertThat(Scripts.count(gateway, prefix).toCompletableFuture())
            .succeedsWithin(scaled(COMMAND_TIMEOUT.plus(GRACE))));
  }

  /** Nobody asks without end: neither for the topology nor for what is forbidden. */
  private void assertQuiet() {
    long refused = wanted.stream().filter(this::isForbidden).count();
    within(RECOVERY).eventually(() -> {
      site.network().proxies().forEach(FaultProxy::resetCounts);
      pass(Duration.ofSeconds(1));
      assertThat(weather.commands())
          .as("commands in a second of calm, with %s channels refused", refused)
          .isLessThanOrEqualTo(6 + 2 * refused);
    });
  }

  private static void pass(Duration time) {
    long end = System.nanoTime() + time.toNanos();
    for (long left = time.toNanos(); left > 0; left = end - System.nanoTime()) {
      LockSupport.parkNanos(left);
    }
  }

  @Override
  public String toString() {
    return "wanted " + wanted + ", forbidden '" + forbidden + "', " + weather;
  }
}
