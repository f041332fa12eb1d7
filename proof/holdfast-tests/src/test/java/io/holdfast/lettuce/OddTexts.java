package io.holdfast.lettuce;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Texts that are hard to encode: characters of one to four bytes, halves of characters, what looks like a command. */
final class OddTexts {

  private static final String PAIR = Character.toString(0x1F600);
  private static final List<String> HALVES = List.of("\uD800", "\uDBFF", "\uDC00", "\uDFFF");
  private static final List<String> PIECES = List.of(
      "a",
      "{",
      "}",
      "\0",
      "\r\n",
      "$1\r\n1\r\n",
      "*1\r\n$8\r\nFLUSHALL\r\n",
      "\u00e9",
      "\u20ac",
      "\u65e5",
      "\uFFFF",
      PAIR);

  private OddTexts() {}

  /** Always the same ones, all different. */
  static List<String> some(int count) {
    Random random = new Random(1);
    return IntStream.range(0, count).mapToObj(i -> i + odd(random)).toList();
  }

  private static String odd(Random random) {
    return IntStream.range(0, random.nextInt(1, 20))
        .mapToObj(i -> pick(random, random.nextInt(4) == 0 ? HALVES : PIECES))
        .collect(Collectors.joining());
  }

  private static String pick(Random random, List<String> from) {
    return from.get(random.nextInt(from.size()));
  }

  /** Without halves. */
  static boolean isWellFormed(String text) {
    return UTF_8.newEncoder().canEncode(text);
  }
}
