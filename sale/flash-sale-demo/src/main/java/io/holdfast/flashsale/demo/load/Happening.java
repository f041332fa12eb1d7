package io.holdfast.flashsale.demo.load;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** What happens to a service while it sells, in a thread of its own. */
@FunctionalInterface
public interface Happening {

  /** Nothing. */
  Happening NOTHING = (saleId, counts, news) -> {};

  /**
   * Does it, at moments of its choice; the run ends when this has returned and everybody is answered.
   *
   * @param counts how far the sale is
   * @param news told what was done
   * @throws IllegalStateException if it could not be done: the run would prove nothing
   */
  void during(long saleId, Counts counts, Consumer<String> news) throws InterruptedException;

  /** Both, side by side. */
  static Happening both(Happening one, Happening other) {
    return (saleId, counts, news) -> {
      CompletableFuture<Void> aside = CompletableFuture.runAsync(
          () -> {
            try {
              other.during(saleId, counts, news);
            } catch (InterruptedException e) {
              throw new CompletionException(e); // nobody interrupts it
            }
          },
          task -> new Thread(task, "load-aside").start());
      one.during(saleId, counts, news);
      aside.join();
    };
  }

  /** Waits until so many purchases are accepted; fails if that will never be. */
  static void awaitAccepted(Counts counts, int units) throws InterruptedException {
    while (counts.accepted() < units) {
      if (counts.isOver()) {
        throw new IllegalStateException(
            "it was to happen at " + units + " accepted, but only " + counts.accepted() + " were");
      }
      TimeUnit.MILLISECONDS.sleep(1);
    }
  }
}
