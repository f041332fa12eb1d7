package io.holdfast.internal.renewal;

import io.holdfast.internal.protocol.Answer;
import io.holdfast.internal.protocol.Kind;
import io.holdfast.internal.protocol.Protocol;
import io.holdfast.internal.tenure.Tenure;
import io.holdfast.internal.time.LeaseClock;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/** From where every renewal leaves. Answers come on any thread. Thread-safe. */
public final class Renewals {

  private final Protocol protocol;
  private final LeaseClock clock;

  public Renewals(Protocol protocol, LeaseClock clock) {
    this.protocol = protocol;
    this.clock = clock;
  }

  /** At least so much; a longer lease keeps what it has. */
  public void extend(Tenure tenure, long leaseMillis, BiConsumer<Renewal, Answer> then) {
    send(Renewal.extending(tenure, leaseMillis, 0), then);
  }

  /** Exactly so much, also if that is less; whoever waits is told of it. */
  public void set(Tenure tenure, long leaseMillis, BiConsumer<Renewal, Answer> then) {
    send(Renewal.setting(tenure, leaseMillis, clock.nanos()), then);
  }

  private void send(Renewal renewal, BiConsumer<Renewal, Answer> then) {
    send(List.of(renewal), answers -> then.accept(renewal, answers.get(0)));
  }

  /** Together: of one kind, one partition and one lease time; such as shorten go alone. */
  void send(List<Renewal> renewals, Consumer<List<Answer>> then) {
    List<String> names = new ArrayList<>(renewals.size());
    List<String> holders = new ArrayList<>(renewals.size());
    for (Renewal renewal : renewals) {
      names.add(renewal.tenure().lockName());
      holders.add(renewal.tenure().holder());
    }
    Renewal any = renewals.get(0);
    Kind kind = any.tenure().lock().kind();
    protocol.renew(kind, names, holders, any.leaseMillis(), any.shortens(), then);
  }
}
