package io.holdfast.recipes;

import io.holdfast.Holdfast;
import io.holdfast.HoldfastClosedException;
import io.holdfast.Lease;
import io.holdfast.LeaseLostException;
import io.holdfast.LockUnavailableException;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs in every instance and works in one; another one takes over when that one stops. */
class InvoiceConsumer implements Runnable {

  private static final Logger log = LoggerFactory.getLogger(InvoiceConsumer.class);

  final BlockingQueue<String> invoices = new LinkedBlockingQueue<>();
  final BlockingQueue<String> handled = new LinkedBlockingQueue<>();
  private final Holdfast holdfast;

  InvoiceConsumer(Holdfast holdfast) {
    this.holdfast = holdfast;
  }

  @Override
  public void run() {
    while (true) {
      try (Lease lease = holdfast.lock("invoice-consumer").acquire()) { // waits for its turn
        while (lease.isHeld()) {
          handle(invoices.take(), lease.token());
        }
      } catch (LeaseLostException | LockUnavailableException e) {
        log.warn("not the consumer any more, queueing again", e);
      } catch (HoldfastClosedException | InterruptedException e) {
        return; // the application stops
      }
    }
  }

  private void handle(String invoice, long token) {
    handled.add(invoice + " handled under " + token);
  }
}
