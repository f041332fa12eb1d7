package io.holdfast.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AddressBookTest {

  private final AddressBook book = new AddressBook();

  /** As sentinels and nodes write addresses. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "redis-sentinel://127.0.0.1:%1$s,127.0.0.1:%1$s#name",
        "-MOVED 11000 127.0.0.1:%s\r\n",
        "*2\r\n$9\r\n127.0.0.1\r\n$5\r\n%s\r\n",
        "*3\r\n$9\r\n127.0.0.1\r\n:%s\r\n$40\r\n11000\r\n",
        "$2\r\nip\r\n$9\r\n127.0.0.1\r\n$4\r\nport\r\n$5\r\n%s\r\n",
        "id 127.0.0.1:%s@21000 myself,master - 0 1763190123456 1 connected 11000-16383\n",
        "+switch-master name 127.0.0.1 %s 127.0.0.1 12000",
        "slave0:ip=127.0.0.1,port=%s,state=online,offset=11000",
        "master_host:127.0.0.1\r\nmaster_port:%s\r\n",
      })
  void translate_anAddress_namesTheOtherPortAndNothingElse(String text) {
    book.put(11_000, 19_999);
    assertThat(book.translate(text.formatted("11000"))).isEqualTo(text.formatted("19999"));
  }

  @Test
  void translate_aNumberWithoutAddress_staysAsItIs() {
    book.put(11_000, 19_999);
    String text = "*3\r\n:1\r\n:11000\r\n:1763190111000456\r\n";
    assertThat(book.translate(text)).isEqualTo(text);
  }

  @Test
  void put_aShortPort_isRefused() {
    assertThatThrownBy(() -> book.put(6379, 19_999)).hasMessageContaining("6379");
  }
}
