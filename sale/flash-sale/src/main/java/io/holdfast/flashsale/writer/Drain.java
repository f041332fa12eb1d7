package io.holdfast.flashsale.writer;

import io.holdfast.flashsale.accept.SaleStream;
import io.holdfast.flashsale.ladder.Point;
import io.holdfast.flashsale.ladder.Points;
import io.holdfast.flashsale.ladder.Surroundings;
import io.lettuce.core.StreamMessage;
import java.util.ArrayList;
import java.util.List;
import org.springframework.dao.DataIntegrityViolationException;

/**
 * Brings entries of a sale's stream into the database, for whoever has the lock. Every step may be repeated; what
 * fails half-way is still in the stream. Not thread-safe.
 */
public final class Drain {

  private static final int BATCH = 500;
  private static final String NEVER_OVERSOLD = "never_oversold";

  private final long saleId;
  private final Points points;
  private final SaleStream stream;
  private final OrderBatch orders;
  private final DeadLetters deadLetters;

  public Drain(Surroundings surroundings, long saleId) {
    this.saleId = saleId;
    this.points = surroundings.points();
    this.stream = new SaleStream(surroundings.redis(), saleId, surroundings.instance());
    this.orders = new OrderBatch(surroundings, saleId);
    this.deadLetters = new DeadLetters(surroundings, saleId, stream, orders);
  }

  /** To be called before the first {@link #next}. */
  public void begin() {
    stream.ensureGroup();
  }

  /** Entries that nobody has read so far. */
  public List<StreamMessage<String, String>> next() {
    return read(stream.next(BATCH));
  }

  /**
   * Entries that somebody has read and not finished with: a writer that is dead, or this one when a reply was
   * lost. Only the holder of the lock may ask, and only when it has nothing in hand.
   */
  public List<StreamMessage<String, String>> abandoned() {
    return read(stream.claim(BATCH));
  }

  /** Brings back what the stream has lost, from what is reserved; how many entries that are. */
  public int requeue() {
    return stream.requeue();
  }

  /** How many entries wait. */
  public long length() {
    return stream.length();
  }

  /**
   * Writes them.
   *
   * @param token of the caller's lease
   */
  public void write(List<StreamMessage<String, String>> messages, long token) {
    List<Entry> entries = new ArrayList<>(messages.size());
    for (StreamMessage<String, String> message : messages) {
      try {
        entries.add(Entry.of(saleId, message));
      } catch (IllegalArgumentException e) {
        deadLetters.put(
            message.getId(), message.getBody(), String.valueOf(e.getMessage()), false, token);
      }
    }
    if (!entries.isEmpty()) {
      insert(entries, token);
    }
  }

  /** A batch with a poisonous entry is halved until the entry is alone. */
  private void insert(List<Entry> entries, long token) {
    try {
      orders.write(entries, token);
    } catch (DataIntegrityViolationException e) {
      if (entries.size() == 1) {
        bury(entries.get(0), e, token);
      } else {
        int half = entries.size() / 2;
        insert(entries.subList(0, half), token);
        insert(entries.subList(half, entries.size()), token);
      }
      return;
    }
    points.passed(Point.COMMITTED, saleId);
    stream.written(
        entries.stream().map(Entry::id).toList(),
        entries.stream().map(entry -> entry.order().toString()).toList());
    WriterMeters.wrote(entries.size(), entries.get(0).acceptedMillis());
  }

  private void bury(Entry entry, DataIntegrityViolationException e, long token) {
    String error = String.valueOf(e.getMostSpecificCause().getMessage());
    deadLetters.put(entry.id(), entry.payload(), error, error.contains(NEVER_OVERSOLD), token);
  }

  private List<StreamMessage<String, String>> read(List<StreamMessage<String, String>> messages) {
    if (!messages.isEmpty()) {
      points.passed(Point.BATCH_READ, saleId);
    }
    return messages;
  }
}
