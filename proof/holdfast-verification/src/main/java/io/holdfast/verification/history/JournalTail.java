package io.holdfast.verification.history;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Follows a {@link Journal} while it is written, to know who holds what now. A line is written before what it
 * says is done, so whoever is seen holding, and then found stopped while still seen holding, has sent no
 * release. Not thread-safe.
 */
public final class JournalTail {

  private final Path file;
  private final Map<Long, String> asked = new HashMap<>();
  private final Set<Long> answered = new HashSet<>();
  private final Map<Long, String> held = new HashMap<>();
  private long position;
  private long turns;

  /** Of that file, which need not be there yet. */
  public JournalTail(Path file) {
    this.file = file;
  }

  /** The locks held now. */
  public List<String> held() {
    follow();
    return List.copyOf(held.values());
  }

  /** The locks held now, by the number of the call. */
  public Map<Long, String> holds() {
    follow();
    return new HashMap<>(held);
  }

  /** The locks that somebody asks for and has not got yet. */
  public List<String> awaited() {
    follow();
    return asked.entrySet().stream()
        .filter(entry -> !answered.contains(entry.getKey()))
        .map(Map.Entry::getValue)
        .toList();
  }

  /** How many turns have ended so far. */
  public long turns() {
    follow();
    return turns;
  }

  private void follow() {
    if (!file.toFile().exists()) {
      return;
    }
    try (RandomAccessFile reader = new RandomAccessFile(file.toFile(), "r")) {
      byte[] bytes = new byte[(int) (reader.length() - position)];
      reader.seek(position);
      reader.readFully(bytes);
      String text = new String(bytes, UTF_8);
      String whole = text.substring(0, text.lastIndexOf('\n') + 1);
      position += whole.getBytes(UTF_8).length;
      whole.lines().forEach(this::read);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot follow " + file, e);
    }
  }

  private void read(String line) {
    String[] word = line.split(" ", -1);
    long id = Long.parseLong(word[1]);
    switch (word[0]) {
      case "call" -> asked.put(id, word[4]);
      case "answer" -> answered(id, RecordedAnswer.valueOf(word[3]));
      case "held" -> looked(id);
      case "lost", "release" -> ended(id);
      case "released" -> turns++;
      default -> {} // says nothing about who holds
    }
  }

  private void answered(long id, RecordedAnswer answer) {
    if (answer == RecordedAnswer.GRANTED) {
      answered.add(id);
    } else {
      asked.remove(id);
    }
  }

  /** Only who has looked at its deadline believes that it holds the lock. */
  private void looked(long id) {
    String lock = asked.get(id);
    if (lock != null) {
      held.put(id, lock);
    }
  }

  private void ended(long id) {
    asked.remove(id);
    answered.remove(id);
    held.remove(id);
  }
}
