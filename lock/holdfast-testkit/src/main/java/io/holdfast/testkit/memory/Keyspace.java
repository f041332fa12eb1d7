package io.holdfast.testkit.memory;

import io.holdfast.spi.ErrorReplyException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The keys of a simulated server: hashes, lists, sorted sets and texts that expire, as far as the scripts touch them.
 * Not thread-safe.
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
   * Holds no key yet.
   *
   * @param micros the server's time in µs since 1970
   */
  public Keyspace(LongSupplier micros) {
    this.micros = micros;
  }

  /** A new call begins. */
  public void beginCall() {
    wasWritten = false;
  }

  /** {@return whether the last call has written anything} */
  public boolean wasWritten() {
    return wasWritten;
  }

  /** {@return the server's time in µs since 1970} */
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
      throw wrongType();
    }
    return entry.fields;
  }

  private static ErrorReplyException wrongType() {
    return new ErrorReplyException(
        "WRONGTYPE Operation against a key holding the wrong kind of value");
  }

  /**
   * {@return {@code none}, {@code hash}, {@code list}, {@code zset} or {@code string}}
   *
   * @param key there or not
   */
  public String type(String key) {
    Entry entry = live(key);
    return entry == null ? "none" : entry.type();
  }

  /**
   * {@return remaining milliseconds; −1 without an expiry, −2 without a key}
   *
   * @param key there or not
   */
  public long pttl(String key) {
    Entry entry = live(key);
    if (entry == null) {
      return NO_KEY;
    }
    return entry.expiresMillis == NO_EXPIRY ? NO_EXPIRY : entry.expiresMillis - nowMicros() / 1_000;
  }

  /**
   * {@return all fields and values in turn, in the order they were set; empty without a key}
   *
   * @param key of a hash, or of nothing
   */
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

  /**
   * {@return a field's value; null without it}
   *
   * @param key of a hash, or of nothing
   * @param field there or not
   */
  public @Nullable String hget(String key, String field) {
    Map<String, String> fields = fields(key);
    return fields == null ? null : fields.get(field);
  }

  /**
   * {@return whether there is such a field}
   *
   * @param key of a hash, or of nothing
   * @param field there or not
   */
  public boolean hexists(String key, String field) {
    return hget(key, field) != null;
  }

  /**
   * Sets a field; the expiry stays.
   *
   * @param key of a hash; made if there is none
   * @param field there or not
   * @param value its new value
   */
  public void hset(String key, String field, String value) {
    Map<String, String> fields = fields(key);
    if (fields == null) {
      Entry entry = new Entry(new LinkedHashMap<>(), null, null);
      entries.put(key, entry);
      fields = entry.fields;
    }
    if (fields != null) {
      fields.put(field, value);
      wasWritten = true;
    }
  }

  /**
   * Deletes a field, and the key with the last one.
   *
   * @param key of a hash, or of nothing
   * @param field there or not
   * @return whether it was there
   */
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

  /**
   * {@return the items of a list; empty without a key}
   *
   * @param key of a list, or of nothing
   */
  public List<String> list(String key) {
    Entry entry = live(key);
    if (entry != null && entry.items == null) {
      throw wrongType();
    }
    return entry == null || entry.items == null ? List.of() : entry.items;
  }

  /**
   * Sets a list; the expiry stays.
   *
   * @param key of a list, or of nothing
   * @param items none deletes the key
   */
  public void setList(String key, List<String> items) {
    if (!list(key).equals(items)) {
      put(key, items.isEmpty() ? null : new Entry(null, List.copyOf(items), null));
    }
  }

  /**
   * {@return the members of a sorted set with their scores; empty without a key}
   *
   * @param key of a sorted set, or of nothing
   */
  public Map<String, Long> scores(String key) {
    Entry entry = live(key);
    if (entry != null && entry.scores == null) {
      throw wrongType();
    }
    return entry == null || entry.scores == null ? Map.of() : entry.scores;
  }

  /**
   * Sets a sorted set; the expiry stays.
   *
   * @param key of a sorted set, or of nothing
   * @param scores by member; none deletes the key
   */
  public void setScores(String key, Map<String, Long> scores) {
    if (!scores(key).equals(scores)) {
      put(key, scores.isEmpty() ? null : new Entry(null, null, Map.copyOf(scores)));
    }
  }

  private void put(String key, @Nullable Entry entry) {
    if (entry == null) {
      remove(key);
      return;
    }
    Entry before = entries.put(key, entry);
    entry.expiresMillis = before == null ? NO_EXPIRY : before.expiresMillis;
    wasWritten = true;
  }

  /**
   * Sets when a key expires.
   *
   * @param key there or not
   * @param millis from now; zero or less deletes the key
   * @return whether there was a key
   */
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

  /**
   * Deletes a key.
   *
   * @param key there or not
   * @return whether it was there
   */
  public boolean del(String key) {
    boolean wasThere = live(key) != null;
    remove(key);
    return wasThere;
  }

  /**
   * Puts a text without an expiry under the key.
   *
   * @param key whatever was there
   */
  public void set(String key) {
    entries.put(key, new Entry(null, null, null));
  }

  private void remove(String key) {
    if (entries.remove(key) != null) {
      wasWritten = true;
      freedMicros.put(key, nowMicros());
    }
  }

  /** {@return the keys that have not expired, sorted} */
  public List<String> keys() {
    return new TreeSet<>(entries.keySet())
        .stream().filter(key -> live(key) != null).toList();
  }

  /**
   * {@return the µs since which there has been no such key; {@link Long#MIN_VALUE} if there never was one}
   *
   * @param key one that is not there
   */
  public long freeSinceMicros(String key) {
    return freedMicros.getOrDefault(key, Long.MIN_VALUE);
  }

  /** {@return everything as it stands, as a replica has it} */
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

  /**
   * Goes back to how it stood then.
   *
   * @param copy can be used again
   */
  public void restore(Copy copy) {
    for (String key : keys()) {
      if (!copy.entries.containsKey(key)) {
        remove(key);
      }
    }
    entries.clear();
    copy.entries.forEach((key, entry) -> entries.put(key, entry.copy()));
  }

  /**
   * {@return whether that copy has the key as it stands here}
   *
   * @param key there or not
   * @param copy made before
   */
  public boolean isIn(String key, Copy copy) {
    Entry here = entries.get(key);
    Entry there = copy.entries.get(key);
    return here != null && there != null && here.toString().equals(there.toString());
  }

  /** The keys at one moment. */
  public static final class Copy {

    private final Map<String, Entry> entries;

    private Copy(Map<String, Entry> entries) {
      this.entries = entries;
    }

    /** The same text for the same keys. */
    @Override
    public String toString() {
      return new TreeMap<>(entries).toString();
    }
  }

  private static final class Entry {

    final @Nullable Map<String, String> fields;
    final @Nullable List<String> items;
    final @Nullable Map<String, Long> scores; // without any of the three: a text
    long expiresMillis = NO_EXPIRY;

    Entry(
        @Nullable Map<String, String> fields,
        @Nullable List<String> items,
        @Nullable Map<String, Long> scores) {
      this.fields = fields;
      this.items = items;
      this.scores = scores;
    }

    String type() {
      return fields != null ? "hash" : items != null ? "list" : scores != null ? "zset" : "string";
    }

    Entry copy() {
      Entry copy = new Entry(fields == null ? null : new LinkedHashMap<>(fields), items, scores);
      copy.expiresMillis = expiresMillis;
      return copy;
    }

    @Override
    public String toString() {
      return (fields == null ? "" : new TreeMap<>(fields))
          + (items == null ? "" : items.toString())
          + (scores == null ? "" : new TreeMap<>(scores))
          + expiresMillis;
    }
  }
}
