package io.holdfast.spring.metrics;

/** What the meters and their tags are called; see docs/metrics.md. */
final class Names {

  static final String ACQUIRE = "holdfast.acquire";
  static final String HOLD = "holdfast.hold";
  static final String RENEWAL_LAG = "holdfast.renewal.lag";
  static final String AT_RISK = "holdfast.at.risk";
  static final String LOST = "holdfast.lost";
  static final String HELD = "holdfast.held";
  static final String WAITING = "holdfast.waiting";
  static final String LONGEST_WAIT = "holdfast.waiting.longest";
  static final String BUSY_NAMES = "holdfast.names";

  static final String GROUP = "group";
  static final String OUTCOME = "outcome";
  static final String REASON = "reason";

  private Names() {}
}
