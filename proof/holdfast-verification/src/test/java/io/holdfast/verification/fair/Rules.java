package io.holdfast.verification.fair;

import io.holdfast.testkit.memory.Channels;
import io.holdfast.testkit.memory.FairScripts;
import io.holdfast.testkit.memory.Keyspace;
import org.jspecify.annotations.Nullable;

/** What clients and scripts go by; all but the first have a hole. */
enum Rules {
  SOUND,

  /** The hash names the seat, not the wait: a late release of an earlier wait ends a later tenure. */
  HOLDER_IS_THE_SEAT {
    @Override
    FairScripts scripts(Keyspace keys, Channels channels) {
      return new FairScripts(keys, channels) {
        @Override
        protected String holder(String seat, long number) {
          return seat;
        }
      };
    }
  },

  /** A release takes a later wait of the same seat out of the queue. */
  LEAVE_COMPARES_NOTHING {
    @Override
    FairScripts scripts(Keyspace keys, Channels channels) {
      return new FairScripts(keys, channels) {
        @Override
        protected boolean mayRemove(Wait known) {
          return true;
        }
      };
    }
  },

  /** A late copy of an earlier wait takes the place of the later one. */
  OLD_JOINS_COUNT {
    @Override
    FairScripts scripts(Keyspace keys, Channels channels) {
      return new FairScripts(keys, channels) {
        @Override
        protected boolean isOld(@Nullable Wait known) {
          return false;
        }
      };
    }
  },

  /** A message of an earlier wait is believed. */
  ANY_WAITS_MESSAGE_COUNTS,

  /** A message is believed that is older than the last refusal. */
  ANY_JOINS_MESSAGE_COUNTS,

  /** A message is believed while a request is in flight, with that request's time of sending. */
  MESSAGE_COUNTS_IN_FLIGHT,

  /** A grant that nobody waits for any more is left alone. */
  STALE_GRANTS_ARE_KEPT,

  /** Who does not listen for now loses its place. */
  DEAF_IS_DEAD {
    @Override
    FairScripts scripts(Keyspace keys, Channels channels) {
      return new FairScripts(keys, channels) {
        @Override
        protected boolean passOver(String seat) {
          return false;
        }
      };
    }
  },

  /** Who is silent for long is waited for as long as its connection stands. */
  SILENT_IS_ALIVE {
    @Override
    FairScripts scripts(Keyspace keys, Channels channels) {
      return new FairScripts(keys, channels) {
        @Override
        protected boolean isSilent(Wait wait) {
          return false;
        }
      };
    }
  },

  /** The lock is given to whoever is first, there or not. */
  THE_DEAD_ARE_SERVED {
    @Override
    FairScripts scripts(Keyspace keys, Channels channels) {
      return new FairScripts(keys, channels) {
        @Override
        protected boolean listens(String seat) {
          return true;
        }
      };
    }
  },

  /** Whoever gives up does not leave the queue. */
  NOBODY_LEAVES;

  FairScripts scripts(Keyspace keys, Channels channels) {
    return new FairScripts(keys, channels);
  }
}
