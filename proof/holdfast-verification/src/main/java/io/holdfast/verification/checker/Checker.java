package io.holdfast.verification.checker;

import io.holdfast.verification.model.LockModel;

/** Everything that is checked, by the name used in reports. */
public enum Checker {
  /** No two holders of one lock at a time, by their own deadlines. */
  OVERLAP("overlap") {
    @Override
    public Finding check(Evidence evidence) {
      return Overlap.check(evidence.history());
    }
  },
  /** There is an order of all answers that a mutex could have given. */
  MUTEX("mutex") {
    @Override
    public Finding check(Evidence evidence) {
      return Linearizability.check(LockModel.MUTEX, evidence);
    }
  },
  /** The same with re-entry. */
  REENTRANT_MUTEX("re-entrant") {
    @Override
    public Finding check(Evidence evidence) {
      return Linearizability.check(LockModel.REENTRANT_MUTEX, evidence);
    }
  },
  /** The same with tokens that grow. */
  FENCED_MUTEX("fenced mutex") {
    @Override
    public Finding check(Evidence evidence) {
      return Linearizability.check(LockModel.FENCED_MUTEX, evidence);
    }

    @Override
    public boolean appliesTo(Evidence evidence) {
      return evidence.terms().hasTokens();
    }
  },
  /** A later grant has a greater token. */
  TOKEN_ORDER("tokens") {
    @Override
    public Finding check(Evidence evidence) {
      return TokenOrder.check(evidence.history(), evidence.terms().losesData());
    }

    @Override
    public boolean appliesTo(Evidence evidence) {
      return evidence.terms().hasTokens();
    }
  },
  /** A later grant to the same client has a greater token. */
  CLIENT_TOKEN_ORDER("tokens, by client") {
    @Override
    public Finding check(Evidence evidence) {
      return TokenOrder.checkByClient(evidence.history(), evidence.terms().losesData());
    }

    @Override
    public boolean appliesTo(Evidence evidence) {
      return evidence.terms().hasTokens();
    }
  },
  /** No update is lost under the lock alone. */
  PLAIN_UPDATES("lost, plain") {
    @Override
    public Finding check(Evidence evidence) {
      return LostUpdates.check("plain", evidence.plain());
    }
  },
  /** No update is lost by a store that sees the token on every access. */
  FENCED_UPDATES("lost, fenced") {
    @Override
    public Finding check(Evidence evidence) {
      return LostUpdates.check("fenced", evidence.fenced());
    }

    @Override
    public boolean appliesTo(Evidence evidence) {
      return evidence.terms().hasTokens();
    }
  },
  /** Who has lost the lock is told so in time. */
  TOLD("told") {
    @Override
    public Finding check(Evidence evidence) {
      return Told.check(evidence);
    }
  },
  /** Nobody waits for a lock that nobody has. */
  WOKEN("woken") {
    @Override
    public Finding check(Evidence evidence) {
      return Woken.check(evidence);
    }

    @Override
    public boolean appliesTo(Evidence evidence) {
      return evidence.terms().isReachable();
    }
  },
  /** When the faults are over, every waiter is served; nothing stays locked. */
  LIVENESS("liveness") {
    @Override
    public Finding check(Evidence evidence) {
      return Liveness.check(evidence);
    }
  },
  /** At the end nothing is left. */
  QUIET("quiet") {
    @Override
    public Finding check(Evidence evidence) {
      return Finding.of(evidence.history().leftovers());
    }
  };

  private final String label;

  Checker(String label) {
    this.label = label;
  }

  /** As reports call it. */
  public String label() {
    return label;
  }

  /**
   * Whether it compares real times, and so needs a machine that does nothing else. What is late by itself and not by the
   * machine shows in simulated time.
   */
  public boolean isTimed() {
    return this == TOLD || this == WOKEN;
  }

  /** Compares the evidence with what must be true. */
  public abstract Finding check(Evidence evidence);

  /** Whether there is anything to check. */
  public boolean appliesTo(Evidence evidence) {
    return true;
  }
}
