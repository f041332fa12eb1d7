package io.holdfast.flashsale.demo;

import io.holdfast.flashsale.demo.Arguments.WrongArgumentException;
import io.holdfast.flashsale.demo.load.LoadCommand;
import io.holdfast.flashsale.demo.load.SpeedCommand;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;

/** What ./demo starts. The first argument is the command, the others are its options. */
public final class DemoMain {

  private static final int WRONG_ARGUMENTS = 2;

  private DemoMain() {}

  /** Runs the command; exits with 0 if all came out as promised, 1 if not, 2 if it cannot be understood. */
  public static void main(String[] args) throws Exception {
    System.setProperty("logback.configurationFile", "demo-logback.xml");
    System.exit(run(args));
  }

  private static int run(String[] args) throws Exception {
    try {
      Arguments options = new Arguments(List.of(args).subList(1, args.length));
      boolean asPromised = switch (args[0]) {
        case "shop" -> ShopCommand.run(options, Path.of(".demo"), System.out);
        case "once" -> OnceCommand.run(options, System.out);
        case "load" -> LoadCommand.run(options, Path.of(".demo"), System.out);
        case "speed" -> SpeedCommand.run(options, System.out);
        default -> throw new WrongArgumentException("unknown command '" + args[0] + "'");
      };
      return asPromised ? 0 : 1;
    } catch (WrongArgumentException e) {
      System.err.println("demo: " + e.getMessage() + " (./demo --help tells what there is)");
      return WRONG_ARGUMENTS;
    } catch (IOException | SQLException | IllegalStateException e) {
      System.err.println("demo: " + e.getMessage());
      for (Throwable cause = e.getCause(); cause != null; cause = cause.getCause()) {
        System.err.println("  because: " + cause);
      }
      return 1;
    }
  }
}
