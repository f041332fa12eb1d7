package io.holdfast.examples.story;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.holdfast.DistributedLock;
import io.holdfast.Holdfast;
import io.holdfast.Lease;
import io.holdfast.LeaseLostException;
import io.holdfast.examples.StaleTokenException;
import io.holdfast.examples.story.Event.Kind;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.util.concurrent.TimeUnit;

/**
 * One of the three processes: takes its turns as the story says, over standard input, and says what
 * happens, over standard output.
 */
final class ActorMain implements AutoCloseable {

  private static final long WORK_MILLIS = 150;
  private static final long REST_MILLIS = 50;

  private final Sabotage sabotage = Sabotage.chosen();
  private final Holdfast holdfast;
  private final DistributedLock lock;
  private final FencedStore store;

  private ActorMain(String name, String uri) {
    this.holdfast =
        Holdfast.builder().uri(uri).clientName(name).leaseTime(Story.LEASE_TIME).build();
    this.lock = holdfast.lock(Story.LOCK);
    this.store = new FencedStore(uri, name);
  }

  public static void main(String[] args) throws IOException {
    try (ActorMain actor = new ActorMain(args[0], args[1])) {
      say(Kind.READY, 0, "is here, process " + ProcessHandle.current().pid());
      actor.followTheStory();
      say(Kind.LEAVES, 0, "closes its client and leaves");
    } catch (RuntimeException | Error | InterruptedException e) {
      say(Kind.FAILED, 0, "failed: " + e);
    }
  }

  private void followTheStory() throws IOException, InterruptedException {
    BufferedReader story = new BufferedReader(new InputStreamReader(System.in, UTF_8));
    for (String line = story.readLine(); line != null; line = story.readLine()) {
      switch (line) {
        case "turn" -> takeTurns(1);
        case "three turns" -> takeTurns(3);
        case "hold" -> holdUntilToldToGoOn(story);
        case "leave" -> {
          return;
        }
        default -> throw new IllegalArgumentException("unknown line '" + line + "'");
      }
    }
  }

  private void takeTurns(int turns) throws InterruptedException {
    say(Kind.ASKS, 0, "asks for the lock");
    for (int turn = 1; turn <= turns; turn++) {
      try (Lease lease = acquire()) {
        long value = read(lease);
        TimeUnit.MILLISECONDS.sleep(WORK_MILLIS);
        lease.ensureHeld();
        write(lease, value + 1);
      }
      TimeUnit.MILLISECONDS.sleep(REST_MILLIS);
    }
  }

  /** The turn that goes wrong: from here on this process is killed, or paused for too long. */
  private void holdUntilToldToGoOn(BufferedReader story) throws IOException, InterruptedException {
    try (Lease lease = acquire()) {
      long token = lease.token();
      lease.lost().thenAccept(loss -> say(Kind.LOST, token, "told by lost(): " + loss.detail()));
      long value = read(lease);
      story.readLine();
      say(Kind.GOES_ON, token, "goes on as if nothing had happened");
      try {
        lease.ensureHeld();
      } catch (LeaseLostException e) {
        say(
            Kind.STOPPED,
            token,
            "ensureHeld() throws LeaseLostException: " + e.loss().reason());
      }
      write(lease, value + 1); // wrong on purpose: a careless program, or one paused right here
    }
  }

  private Lease acquire() throws InterruptedException {
    return sabotage == Sabotage.SKIP_LOCK ? new NoLease() : lock.acquire();
  }

  private long read(Lease lease) {
    long value = store.read(presented(lease));
    say(Kind.GOT, lease.token(), "has the lock, reads " + value);
    return value;
  }

  private void write(Lease lease, long value) {
    try {
      store.write(presented(lease), value);
      say(Kind.WROTE, lease.token(), "writes " + value + ", then releases");
    } catch (StaleTokenException e) {
      say(Kind.REFUSED, lease.token(), "tries to write " + value + ": the store refuses its token");
    }
  }

  private long presented(Lease lease) {
    return sabotage == Sabotage.SKIP_FENCE ? System.currentTimeMillis() * 1_000_000 : lease.token();
  }

  private static void say(Kind kind, long token, String text) {
    System.out.println(Event.toLine(kind, token, text));
  }

  @Override
  public void close() {
    holdfast.close();
    store.close();
  }
}
