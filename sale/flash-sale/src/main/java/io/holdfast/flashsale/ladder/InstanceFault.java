package io.holdfast.flashsale.ladder;

/** What can be done to the instances of a run. */
public enum InstanceFault {
  OWN("To each rung what it cannot bear: the fault that shows its flaw, or that it has none."),
  NONE("Nothing is done to anybody: many buyers, and luck."),
  TOGETHER("Buyers who have read the stock wait for one another before they write it back."),
  CRASH_HOLDER(
      "An instance dies at the worst moment: while it holds the lock, or has just taken a unit."),
  SLOW_HOLDER(
      "The work of one holder of the lock takes longer than the lock's expiry; its process is alive."),
  SLOW_RELEASE(
      "A holder is held up just before it lets the lock go, for longer than the lock's expiry."),
  PAUSE_HOLDER(
      "The whole instance of a holder stands still for longer than its lease, as in a long garbage"
          + " collection, and then goes on as if nothing had happened."),
  KILL_WRITER(
      "The instance that writes the orders dies in the middle of a batch; another one has to go on."),
  DROP_REPLIES("Redis does what it is asked, but the replies to one instance are lost on the way.");

  private final String what;

  InstanceFault(String what) {
    this.what = what;
  }

  /** What is done, in a sentence for somebody who has read nothing. */
  public String what() {
    return what;
  }
}
