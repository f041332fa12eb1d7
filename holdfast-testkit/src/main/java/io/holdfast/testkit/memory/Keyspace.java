package io.holdfast.testkit.memory;

import io.holdfast.spi.ErrorReplyException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The keys of a simulated server: hashes and texts that expire, as far as the scripts touch them. Not
 * thread-safe.
 */
public final class Keyspace {

  /** As {@code PTTL} says that there is no key. */
  public static final long NO_KEY = -2;

  private static final long NO_EXPIRY = -1;

  private final LongSupplier micros;
  private final Map<String, Entry> entries = new HashMap<>();
  private final Map<String, Long> freedMicros = new HashMap<>();
  private boolean wasWritten;

  /**
   * @param micros the server's time in µs since 1970
   */
  public Keyspace(LongSupplier micros) {
    this.micros = micros;
  }

  /** A new call begins. */
  public void beginCall() {
    wasWritten = false;
  }

  /** Whether the last call has written anything. */
  public boolean wasWritten() {
    return wasWritten;
  }

  /** The server's time. */
  public long nowMicros() {
    return micros.getAsLong();
  }

  private @Nullable Entry live(String key) {
    Entry entry = entries.get(key);
    if (entry != null
        && entry.expiresMillis != NO_EXPIRY
        && nowMicros() / 1_000 > entry.expiresMillis) {
      entries.remove(key);
      freedMicros.put(key, (entry.expiresMillis + 1) * 1_000);
      return null;
    }
    return entry;
  }

  private @Nullable Map<String, String> fields(String key) {
    Entry entry = live(key);
    if (entry == null) {
      return null;
    }
    if (entry.fields == null) {
      throw new ErrorReplyException(
          "WRONGTYPE Operation against a key holding the wrong kind of value");
    }
    return entry.fields;
  }

  /** {@code none}, {@code hash} or {@code string}. */
  public String type(String key) {
    Entry entry = live(key);
    return entry == null ? "none" : entry.fields == null ? "string" : "hash";
  }

  /** Remaining milliseconds; −1 without an expiry, −2 without a key. */
  public long pttl(String key) {
    Entry entry = live(key);
    if (entry == null) {
      return NO_KEY;
    }
    return entry.expiresMillis == NO_EXPIRY ? NO_EXPIRY : entry.expiresMillis - nowMicros() / 1_000;
  }

  /** All fields and values, in the order they were set. */
  public List<String> hgetall(String key) {
    List<String> all = new ArrayList<>();
    Map<String, String> fields = fields(key);
    if (fields != null) {
      fields.forEach((field, value) -> {
        all.add(field);
        all.add(value);
      });
    }
    return all;
  }

  /** A field's value; null without it. */
  public @Nullable String hget(String key, String field) {
    Map<String, String> fields = fields(key);
    return fields == null ? null : fields.get(field);
  }

  /** Whether there is such a field. */
  public boolean hexists(String key, String field) {
    return hget(key, field) != null;
  }

  /** Sets a field; the expiry stays. */
  public void hset(String key, String field, String value) {
    Map<String, String> fields = fields(key);
    if (fields == null) {
      Entry entry = new Entry(new LinkedHashMap<>());
      entries.put(key, entry);
      fields = entry.fields;
    }
    if (fields != null) {
      fields.put(field, value);
      wasWritten = true;
    }
  }

  /** Deletes a field, and the key with the last one; whether it was there. */
  public boolean hdel(String key, String field) {
    Map<String, String> fields = fields(key);
    if (fields == null || fields.remove(field) == null) {
      return false;
    }
    wasWritten = true;
    if (fields.isEmpty()) {
      remove(key);
    }
    return true;
  }

  /** Whether there was a key to set the expiry of; a time that is over deletes it. */
  public boolean pexpire(String key, long millis) {
    Entry entry = live(key);
    if (entry == null) {
      return false;
    }
    if (millis > Long.MAX_VALUE - nowMicros() / 1_000) {
      throw new ErrorReplyException("ERR invalid expire time in 'pexpire' command");
    }
    wasWritten = true;
    if (millis <= 0) {
      remove(key);
    } else {
      entry.expiresMillis = nowMicros() / 1_000 + millis;
    }
    return true;
  }

  /** Deletes a key; whether it was there. */
  public boolean del(String key) {
    boolean wasThere = live(key) != null;
    remove(key);
    return wasThere;
  }

  /** Puts a text without an expiry under the key, whatever was there. */
  public void set(String key) {
    entries.put(key, new Entry(null));
  }

  private void remove(String key) {
    if (entries.remove(key) != null) {
      wasWritten = true;
      freedMicros.put(key, nowMicros());
    }
  }

  /** The keys that have not expired, sorted. */
  public List<String> keys() {
    return new TreeSet<>(entries.keySet())
        .stream().filter(key -> live(key) != null).toList();
  }

  /** Since when there has been no such key; the beginning of time if there never was one. */
  public long freeSinceMicros(String key) {
    return freedMicros.getOrDefault(key, Long.MIN_VALUE);
  }

  /** Everything as it stands, as a replica has it. */
  public Copy copy() {
    Map<String, Entry> all = new HashMap<>();
    for (String key : keys()) {
      Entry entry = entries.get(key);
      if (entry != null) {
        all.put(key, entry.copy());
      }
    }
    return new Copy(all);
  }

  /** Goes back to how it stood then. */
  public void restore(Copy copy) {
    for (String key : keys()) {
      if (!copy.entries.containsKey(key)) {
        remove(key);
      }
    }
    entries.clear();
    copy.entries.forEach((key, entry) -> entries.put(key, entry.copy()));
  }

  /** Whether that copy has the key as it stands here. */
  public boolean isIn(String key, Copy copy) {
    Entry here = entries.get(key);
    Entry there = copy.entries.get(key);
    return here != null
        && there != null
        && here.expiresMillis == there.expiresMillis
        && Objects.equals(here.fields, there.fields);
  }

  /** The keys at one moment. */
  public static final class Copy {

    private final Map<String, Entry> entries;

    private Copy(Map<String, Entry> entries) {
      this.entries = entries;
    }
  }

  private static final class Entry {

    final @Nullable Map<String, String> fields; // null: a text
    long expiresMillis = NO_EXPIRY;

    Entry(@Nullable Map<String, String> fields) {
      this.fields = fields;
    }

    Entry copy() {
      Entry copy = new Entry(fields == null ? null : new LinkedHashMap<>(fields));
      copy.expiresMillis = expiresMillis;
      return copy;
    }
  }
}
