package io.holdfast.testkit;

import static java.nio.charset.StandardCharsets.UTF_8;

/** Which slot of a cluster a key falls into: CRC16 (XMODEM) of its hash tag, else of all of it. */
final class HashSlots {

  private HashSlots() {}

  static int of(String key) {
    int open = key.indexOf('{');
    int close = open < 0 ? -1 : key.indexOf('}', open + 1);
    String hashed = close > open + 1 ? key.substring(open + 1, close) : key;
    return crc16(hashed.getBytes(UTF_8)) % ClusterGroup.SLOTS;
  }

  private static int crc16(byte[] bytes) {
    int crc = 0;
    for (byte b : bytes) {
      crc ^= (b & 0xff) << 8;
      for (int bit = 0; bit < 8; bit++) {
        crc = (crc & 0x8000) == 0 ? crc << 1 : (crc << 1) ^ 0x1021;
      }
      crc &= 0xffff;
    }
    return crc;
  }
}
