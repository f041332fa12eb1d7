package io.holdfast.spring.locked;

import io.holdfast.LeaseLostException;
import java.util.Optional;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** A call whose work is over when its publisher ends; each subscription has a turn of its own. */
final class ReactiveCall {

  private final LockedCall call;

  ReactiveCall(LockedCall call) {
    this.call = call;
  }

  Mono<Object> mono() {
    return Mono.usingWhen(
            turn(),
            turn -> acquired(turn).flatMap(refused -> Mono.from(work(turn, refused))),
            ReactiveCall::release,
            ReactiveCall::releaseAfter,
            ReactiveCall::abandon)
        .onErrorMap(ReactiveCall::withoutWrapping);
  }

  Flux<Object> flux() {
    return Flux.usingWhen(
            turn(),
            turn -> acquired(turn).flatMapMany(refused -> work(turn, refused)),
            ReactiveCall::release,
            ReactiveCall::releaseAfter,
            ReactiveCall::abandon)
        .onErrorMap(ReactiveCall::withoutWrapping);
  }

  /** Reactor wraps what the release at the end of good work fails with. */
  private static Throwable withoutWrapping(Throwable failure) {
    return failure.getClass() == RuntimeException.class
            && failure.getCause() instanceof LeaseLostException loss
        ? loss
        : failure;
  }

  /** Nothing is asked for yet: what is acquired later is released by whichever end comes. */
  private Mono<AsyncTurn> turn() {
    return Mono.fromSupplier(() -> new AsyncTurn(call.wanted()));
  }

  private static Mono<Optional<Wanted>> acquired(AsyncTurn turn) {
    return Mono.create(sink -> turn.acquire((refused, failure) -> {
      if (failure == null) {
        sink.success(refused);
      } else if (!turn.isWithdrawn()) { // else nobody is left to be told
        sink.error(failure);
      }
    }));
  }

  @SuppressWarnings("unchecked") // the method's own return type, Mono or Flux
  private Publisher<Object> work(AsyncTurn turn, Optional<Wanted> refused) {
    if (!turn.enter()) {
      return Mono.empty(); // cancelled: nobody listens
    }
    try {
      Object publisher = refused.isPresent()
          ? call.refused(refused.get(), turn.startNanos())
          : call.proceed(turn.wanted(), turn.held());
      return publisher == null ? Mono.empty() : (Publisher<Object>) publisher;
    } catch (Throwable e) {
      return Mono.error(e);
    } finally {
      turn.leave();
    }
  }

  private static Mono<Void> release(AsyncTurn turn) {
    return Mono.fromFuture(turn::release, true);
  }

  private static Mono<Void> releaseAfter(AsyncTurn turn, Throwable failure) {
    return release(turn).onErrorResume(loss -> {
      failure.addSuppressed(loss);
      return Mono.empty();
    });
  }

  private static Mono<Void> abandon(AsyncTurn turn) {
    return Mono.fromFuture(turn::abandon, true);
  }

  /** What a skipped call returns. */
  static final class Empty {

    private Empty() {}

    static Object mono() {
      return Mono.empty();
    }

    static Object flux() {
      return Flux.empty();
    }
  }
}
