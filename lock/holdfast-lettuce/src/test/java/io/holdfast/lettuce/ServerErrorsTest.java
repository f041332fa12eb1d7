package io.holdfast.lettuce;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ServerErrorsTest {

  @Test
  void anErrorInsideAScript_isUnwrapped() {
    assertThat(ServerErrors.unwrapped(
            "ERR Error running script (call to f_2bab): @user_script:1: @user_script: 1:"
                + " -READONLY You can't write against a read only replica. "))
        .startsWith("READONLY You can't write");
    assertThat(ServerErrors.unwrapped("ERR Error running script (call to f_2bab): @user_script:1:"
            + " WRONGTYPE Operation against a key"))
        .startsWith("WRONGTYPE Operation");
  }

  @Test
  void otherErrors_stayAsTheyAre() {
    String luaError =
        "ERR Error running script (call to f_2bab): @user_script:1: user_script:1: attempt to call nil";
    assertThat(ServerErrors.unwrapped(luaError)).isEqualTo(luaError);
    assertThat(ServerErrors.unwrapped("NOSCRIPT No matching script."))
        .isEqualTo("NOSCRIPT No matching script.");
  }
}
