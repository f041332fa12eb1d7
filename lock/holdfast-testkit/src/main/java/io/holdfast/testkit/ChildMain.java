package io.holdfast.testkit;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;

/** What a {@link ClientProcess} runs first: ends this JVM with its parent, then runs the real main class. */
final class ChildMain {

  private ChildMain() {}

  public static void main(String[] args) throws Throwable {
    ProcessHandle parent = ProcessHandle.current().parent().orElseThrow();
    Thread watch = new Thread(
        () -> {
          parent.onExit().join();
          Runtime.getRuntime().halt(1);
        },
        "holdfast-parent-watch");
    watch.setDaemon(true);
    watch.start();
    Method main = Class.forName(args[0]).getDeclaredMethod("main", String[].class);
    main.setAccessible(true);
    try {
      main.invoke(null, (Object) Arrays.copyOfRange(args, 1, args.length));
    } catch (InvocationTargetException e) {
      throw e.getCause() == null ? e : e.getCause();
    }
  }
}
