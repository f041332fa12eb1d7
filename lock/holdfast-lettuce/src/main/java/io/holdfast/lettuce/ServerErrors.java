package io.holdfast.lettuce;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Error replies. */
final class ServerErrors {

  /** {@code ERR Error running script (call to f_…): @user_script:1: @user_script: 1: -READONLY You can't …}. */
  private static final Pattern IN_SCRIPT = Pattern.compile(
      "ERR Error running script .*@user_script: ?\\d+: -?([A-Z]+ .*)", Pattern.DOTALL);

  private ServerErrors() {}

  /**
   * What a command inside a script answered. Servers before 7.0 wrap it, so that its code is lost; later
   * ones pass it on as it is.
   */
  static String unwrapped(String error) {
    if (!error.startsWith("ERR Error running script")) {
      return error;
    }
    Matcher matcher = IN_SCRIPT.matcher(error);
    return matcher.matches() ? String.valueOf(matcher.group(1)) : error;
  }
}
