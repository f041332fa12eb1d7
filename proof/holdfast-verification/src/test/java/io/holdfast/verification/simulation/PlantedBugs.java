package io.holdfast.verification.simulation;

import io.holdfast.spi.ScriptReply;
import io.holdfast.testkit.memory.Channels;
import io.holdfast.testkit.memory.Keyspace;
import io.holdfast.testkit.memory.SimulatedScripts;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Bugs that locks are known for, each with the promise it breaks. */
enum PlantedBugs implements Sabotage {

  /** The release deletes the key whoever holds it: a paused holder releases somebody else's lock. */
  RELEASE_WITHOUT_OWNER_CHECK("exclusion") {
    @Override
    public SimulatedScripts scripts(Keyspace keys, Channels channels) {
      return new SimulatedScripts(keys, channels) {
        @Override
        protected Object release(String name, String holder, String channel) {
          return force(name, channel);
        }
      };
    }
  },

  /** The holder counts its lease from the reply, not from the request. */
  DEADLINE_COUNTED_FROM_THE_REPLY("exclusion") {
    @Override
    public boolean believes(Duration remaining, Duration sinceReply, Duration leaseTime) {
      return sinceReply.compareTo(leaseTime) < 0;
    }
  },

  /** The server frees a lock a little before its time. */
  EXPIRY_TOO_EARLY("exclusion") {
    @Override
    public SimulatedScripts scripts(Keyspace keys, Channels channels) {
      return new SimulatedScripts(keys, channels) {
        @Override
        protected Object acquire(String name, List<String> arguments) {
          if (keys.pttl(name) >= 0 && keys.pttl(name) < 20) {
            keys.del(name);
          }
          return super.acquire(name, arguments);
        }
      };
    }
  },

  /** The number of a tenure is a counter that is lost with the data. */
  TOKEN_FROM_A_COUNTER("tokens") {
    @Override
    public SimulatedScripts scripts(Keyspace keys, Channels channels) {
      return new SimulatedScripts(keys, channels) {
        private final long origin = keys.nowMicros();

        @Override
        protected long stamp(long nowMicros, long floor, long step) {
          keys.hset("counter", "f", "t" + (nextCount() + 1));
          return origin + nextCount();
        }

        private long nextCount() {
          return stampIn(keys.hget("counter", "f"));
        }
      };
    }
  },

  /** The server makes stamps from its clock alone, and a promoted replica's clock is behind. */
  STAMP_WITHOUT_FLOOR("tokens") {
    @Override
    public SimulatedScripts scripts(Keyspace keys, Channels channels) {
      return new SimulatedScripts(keys, channels) {
        @Override
        protected long stamp(long nowMicros, long floor, long step) {
          return nowMicros;
        }
      };
    }
  },

  /** A renewal of what is gone is answered as if all was well. */
  RENEWAL_NEVER_REFUSED("told") {
    @Override
    public SimulatedScripts scripts(Keyspace keys, Channels channels) {
      return new SimulatedScripts(keys, channels) {
        @Override
        protected Object renew(List<String> names, List<String> arguments) {
          super.renew(names, arguments);
          return List.copyOf(Collections.nCopies(names.size(), 1L));
        }
      };
    }
  },

  /** Timers are late, and with them the news that a deadline has passed. */
  LATE_TIMERS("told") {
    @Override
    public long timerNanos(long nanos) {
      return nanos + 20_000_000;
    }
  },

  /** Who has stopped waiting goes on listening. */
  SUBSCRIPTION_FOR_EVER("leaks") {
    @Override
    public boolean swallowsUnsubscribe() {
      return true;
    }
  },

  /** The store checks the token of a write only: the old holder writes after the new one has read. */
  FENCING_ONLY_THE_WRITE("fencing") {
    @Override
    public boolean checksReads() {
      return false;
    }
  },

  /** The release tells nobody. */
  RELEASE_WITHOUT_MESSAGE("wake-up") {
    @Override
    public SimulatedScripts scripts(Keyspace keys, Channels channels) {
      return new SimulatedScripts(keys, new Channels());
    }
  },

  /** Nobody tries again once the subscription stands: a release in between is missed. */
  NO_RETRY_AFTER_SUBSCRIBING("wake-up") {
    @Override
    public boolean swallowsAcknowledgement() {
      return true;
    }
  },

  /** No reply is taken for a refusal: what the server did grant is never cleaned up. */
  SILENCE_TAKEN_FOR_A_REFUSAL("orphans") {
    @Override
    public @Nullable ScriptReply insteadOfSilence(String script) {
      return script.equals("acquire") ? new ScriptReply(List.of(0L, 50L, 0L), false) : null;
    }
  },

  /** A copy of an acquire that comes long after it was given up takes the lock. */
  LATE_COPIES_ARE_GRANTED("orphans") {
    @Override
    public SimulatedScripts scripts(Keyspace keys, Channels channels) {
      return new SimulatedScripts(keys, channels) {
        @Override
        protected Object acquire(String name, List<String> arguments) {
          return super.acquire(
              name,
              List.of(
                  arguments.get(0),
                  arguments.get(1),
                  arguments.get(2),
                  "" + Long.MAX_VALUE,
                  arguments.get(4)));
        }
      };
    }
  },

  /** A lock is granted without an expiry: it outlives its crashed holder. */
  NO_EXPIRY("blocking wake-up liveness leaks") {
    @Override
    public SimulatedScripts scripts(Keyspace keys, Channels channels) {
      return new SimulatedScripts(keys, channels) {
        @Override
        protected Object acquire(String name, List<String> arguments) {
          return super.acquire(
              name,
              List.of(
                  arguments.get(0),
                  "86400000",
                  arguments.get(2),
                  arguments.get(3),
                  arguments.get(4)));
        }
      };
    }
  };

  private final String breaks;

  PlantedBugs(String breaks) {
    this.breaks = breaks;
  }

  /** Whether a promise was broken that this bug breaks. */
  boolean isSeenIn(String broken) {
    return List.of(breaks.split(" ")).contains(broken.substring(0, broken.indexOf(':')));
  }
}
