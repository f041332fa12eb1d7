package io.holdfast.flashsale.lab;

/** One run at a time: they would disturb each other's figures. */
public final class LabBusyException extends RuntimeException {

  private static final long serialVersionUID = 1;

  LabBusyException(String running) {
    super("run " + running + " is under way: wait for its end, or stop it");
  }
}
