package io.holdfast.verification.history;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * What all client processes saw.
 *
 * @param calls every request, by the time it was called
 * @param leftovers what outlived its purpose, with the process that found it
 * @param stalls when processes stood still
 * @param lastSeen by process, the time of the last thing that it wrote down
 */
public record History(
    List<Call> calls, List<String> leftovers, Stalls stalls, Map<String, Long> lastSeen) {

  public History {
    calls = calls.stream().sorted(Comparator.comparingLong(Call::called)).toList();
    leftovers = List.copyOf(leftovers);
    lastSeen = Map.copyOf(lastSeen);
  }

  /** Merges the journals of processes; each is named after its file. A line cut short by a kill is ignored. */
  public static History of(List<Path> journals) throws IOException {
    List<Call> calls = new ArrayList<>();
    List<String> leftovers = new ArrayList<>();
    List<Stalls.Stall> stalls = new ArrayList<>();
    Map<String, Long> lastSeen = new HashMap<>();
    for (Path journal : journals) {
      String process = String.valueOf(journal.getFileName()).replaceFirst("\\..*", "");
      JournalReader reader = new JournalReader(process);
      String text = Files.readString(journal);
      text.substring(0, text.lastIndexOf('\n') + 1).lines().forEach(reader::read);
      calls.addAll(reader.calls());
      leftovers.addAll(reader.leftovers());
      stalls.addAll(reader.stalls());
      lastSeen.put(process, reader.lastSeen());
    }
    return new History(calls, leftovers, new Stalls(stalls), lastSeen);
  }

  /** The calls of every lock, by its name. */
  public Map<String, List<Call>> byLock() {
    return calls.stream()
        .collect(Collectors.groupingBy(Call::lock, TreeMap::new, Collectors.toList()));
  }

  /** How many calls had that answer. */
  public long count(RecordedAnswer answer) {
    return calls.stream().filter(call -> call.answer() == answer).count();
  }

  /** How many turns ended like that. */
  public long count(End end) {
    return calls.stream()
        .flatMap(call -> call.turn().stream())
        .filter(turn -> turn.end() == end)
        .count();
  }
}
