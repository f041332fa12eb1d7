package io.holdfast.testkit;

import io.holdfast.testkit.RespFrames.Frame;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Pairs the replies on one connection with its requests. Thread-safe.
 *
 * <p>Replies come in the order of the requests, with two exceptions. Messages come unasked: as push frames in
 * RESP3, as arrays in RESP2. And a subscription is confirmed once per channel, by a frame that names it.
 */
final class PendingReplies {

  private static final Set<String> SUBSCRIPTIONS = Set.of(
      "SUBSCRIBE", "SSUBSCRIBE", "PSUBSCRIBE", "UNSUBSCRIBE", "SUNSUBSCRIBE", "PUNSUBSCRIBE");
  private static final Set<String> MESSAGES = Set.of("MESSAGE", "SMESSAGE", "PMESSAGE");

  private static final class Pending {
    private final String name;
    private final @Nullable ReplyFate fate;
    private int left;

    Pending(String name, int left, @Nullable ReplyFate fate) {
      this.name = name;
      this.left = left;
      this.fate = fate;
    }
  }

  private final Deque<Pending> queue = new ArrayDeque<>();

  /** A request is about to be forwarded; something else than usual becomes of its reply if {@code fate} says so. */
  synchronized void add(Frame request, @Nullable ReplyFate fate) {
    boolean isSubscription = isSubscription(request);
    int channels = request.words().size() - 1;
    if (isSubscription && channels == 0) {
      return; // UNSUBSCRIBE from everything: confirmed as often as there were channels
    }
    queue.add(new Pending(request.name(), isSubscription ? channels : 1, fate));
  }

  /** A frame came from the server; tells what is to become of it, if not the usual. */
  synchronized Optional<ReplyFate> match(Frame reply) {
    boolean isAggregate = reply.type() == '*' || reply.type() == '>';
    boolean isConfirmation = isAggregate && SUBSCRIPTIONS.contains(reply.name());
    Pending head = queue.peek();
    if (head == null || (isConfirmation && !head.name.equals(reply.name()))) {
      return Optional.empty();
    }
    boolean isUnasked = reply.type() == '>' || (isAggregate && MESSAGES.contains(reply.name()));
    if (isUnasked && !isConfirmation) {
      return Optional.empty();
    }
    head.left--;
    if (head.left <= 0 || !isConfirmation) {
      queue.remove();
    }
    return Optional.ofNullable(head.fate);
  }

  /** Whether it subscribes or unsubscribes. */
  static boolean isSubscription(Frame request) {
    return SUBSCRIPTIONS.contains(request.name());
  }

  static boolean startsSubscription(Frame request) {
    return isSubscription(request) && !request.name().contains("UNSUB");
  }
}
