package io.holdfast.spring.locked;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Method;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;

/** Every expression of an annotation names a lock, or the call is refused. */
class LockNamesTest {

  @SuppressWarnings("unused") // the method of the calls
  static void work(Object ids) {}

  private static List<String> names(Object ids, String... expressions) throws Exception {
    Method method = LockNamesTest.class.getDeclaredMethod("work", Object.class);
    return LockNames.expressions(method, new DefaultListableBeanFactory(), expressions)
        .of(new CallRoot(method, new Object[] {ids}, new LockNamesTest(), LockNamesTest.class));
  }

  static Stream<Arguments> nothing() {
    return Stream.of(List.of(), Set.of(), new String[0], new int[0]).map(Arguments::of);
  }

  @ParameterizedTest
  @MethodSource("nothing")
  void expression_givesNoNames_isRefusedWhereverItStands(Object none) {
    String[][] orders = {{"#ids"}, {"#ids", "'a'"}, {"'a'", "#ids"}, {"'a'", "#ids", "'b'"}};
    for (String[] expressions : orders) {
      assertThatThrownBy(() -> names(none, expressions))
          .as("%s", List.of(expressions))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContainingAll("\"#ids\"", "gave no name at all", "was not called");
    }
  }

  @Test
  void expressions_ofSeveralNames_allOfThemInOrder() throws Exception {
    assertThat(names(List.of(2, 1), "'a'", "#ids", "'b'")).containsExactly("a", "2", "1", "b");
    assertThat(names(new int[] {3}, "'a'", "#ids")).containsExactly("a", "3");
  }
}
