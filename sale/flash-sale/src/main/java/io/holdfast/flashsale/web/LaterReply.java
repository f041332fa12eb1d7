package io.holdfast.flashsale.web;

import io.holdfast.flashsale.buying.PurchaseAnswer;
import io.holdfast.flashsale.buying.PurchaseAnswer.Accepted;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicBoolean;

/** The answer to a purchase that is given later: once, by whoever has it first. */
final class LaterReply implements AsyncListener {

  private final Wish wish;
  private final Writer reply;
  private final AsyncContext async;
  private final AtomicBoolean isAnswered = new AtomicBoolean();

  /** Writes an answer. */
  @FunctionalInterface
  interface Writer {
    void write(Wish wish, PurchaseAnswer answer, HttpServletResponse response) throws IOException;
  }

  LaterReply(Wish wish, Writer reply, AsyncContext async) {
    this.wish = wish;
    this.reply = reply;
    this.async = async;
  }

  /** From any thread; a second one is dropped. */
  void answer(PurchaseAnswer answer) {
    if (!isAnswered.compareAndSet(false, true)) {
      return;
    }
    if (answer instanceof Accepted accepted && accepted.replayed()) {
      async.start(() -> write(answer)); // asks the database: not on the thread that serves Redis
    } else {
      write(answer);
    }
  }

  private void write(PurchaseAnswer answer) {
    HttpServletResponse response = (HttpServletResponse) async.getResponse();
    try {
      try {
        reply.write(wish, answer, response);
      } catch (RuntimeException e) {
        Problems.answerWith(e, response);
      }
    } catch (IOException gone) {
      // the buyer has hung up; the same key will bring the answer again
    } finally {
      async.complete();
    }
  }

  @Override
  public void onTimeout(AsyncEvent event) {
    answer(new PurchaseAnswer.Unknown("no answer in time"));
  }

  @Override
  public void onError(AsyncEvent event) {
    isAnswered.set(true); // the connection is broken: nobody to answer to
  }

  @Override
  public void onComplete(AsyncEvent event) {}

  @Override
  public void onStartAsync(AsyncEvent event) {}
}
