package io.holdfast.flashsale.demo.instance;

import io.holdfast.flashsale.FlashSaleApplication;

/** An instance of the service that ends with the process that started it, even if that is killed. */
public final class InstanceMain {

  private InstanceMain() {}

  /** Starts the service; the arguments are its properties. */
  public static void main(String[] args) {
    ProcessHandle parent = ProcessHandle.current().parent().orElseThrow();
    Thread watch = new Thread(
        () -> {
          parent.onExit().join();
          Runtime.getRuntime().halt(1);
        },
        "demo-parent-watch");
    watch.setDaemon(true);
    watch.start();
    FlashSaleApplication.main(args);
  }
}
