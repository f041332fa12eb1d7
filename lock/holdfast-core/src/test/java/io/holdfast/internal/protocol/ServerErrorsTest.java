package io.holdfast.internal.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.spi.ErrorReplyException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ServerErrorsTest {

  private static String explained(String error) {
    return String.valueOf(
        ServerErrors.explained("sku:42", new ErrorReplyException(error)).getMessage());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "NOPERM this user has no permissions to run the 'hset' command",
        "NOPERM User key-channel has no permissions to run the 'hset' command",
        "ERR The user executing the script can't run this command or subcommand script: 9f, on @user_script:1.",
        "ERR ACL failure in script: User alice has no permissions to run the 'hset' command script: 9f",
      })
  void deniedCommand_inTheWordsOfEveryServer_isDeniedAndNamesTheWayOut(String error) {
    ErrorReplyException reply = new ErrorReplyException(error);
    assertThat(ServerErrors.isDenied(reply)).isTrue();
    assertThat(ServerErrors.isDeniedByName(reply)).isFalse();
    assertThat(ServerErrors.isPassing(reply)).isFalse();
    assertThat(explained(error)).contains("sku:42", error, "rights", "docs/operations.md");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "NOPERM this user has no permissions to access one of the keys used as arguments",
        "NOPERM No permissions to access a key",
        "ERR The user executing the script can't access at least one of the keys mentioned in the command",
        "ERR ACL failure in script: User alice has no permissions to access the 'redisson_lock__channel:{a}' channel",
      })
  void deniedName_inTheWordsOfEveryServer_isDeniedByName(String error) {
    ErrorReplyException reply = new ErrorReplyException(error);
    assertThat(ServerErrors.isDeniedByName(reply)).isTrue();
    assertThat(explained(error)).contains("docs/operations.md");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "LOADING Valkey is loading the dataset in memory",
        "BUSY Valkey is busy running a script. You can only call SCRIPT KILL or SHUTDOWN NOSAVE.",
      })
  void passingError_ofAServerNamedValkey_isNotTakenForADeniedKey(String error) {
    ErrorReplyException reply = new ErrorReplyException(error);
    assertThat(ServerErrors.isPassing(reply)).isTrue();
    assertThat(ServerErrors.isDenied(reply)).isFalse();
    assertThat(ServerErrors.isDeniedByName(reply)).isFalse();
  }

  @Test
  void outOfMemory_isExplainedWithoutAdvisingEviction() {
    assertThat(explained("OOM command not allowed when used memory > 'maxmemory'."))
        .contains("raise maxmemory")
        .doesNotContain("evict");
  }
}
