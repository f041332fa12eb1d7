package io.holdfast.verification.campaign;

import io.holdfast.verification.fault.Site;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/** Starts the servers of the next campaign in the background. Not thread-safe. */
public final class Preparation implements AutoCloseable {

  private @Nullable Campaign prepared;
  private @Nullable CompletableFuture<Site> site;

  /** Begins to start the servers of that campaign. */
  public void begin(Campaign campaign) {
    close();
    prepared = campaign;
    site = CompletableFuture.supplyAsync(() -> start(campaign), Preparation::run);
  }

  private static void run(Runnable task) {
    Thread thread = new Thread(task, "verify-preparation");
    thread.setDaemon(true);
    thread.start();
  }

  /** The servers of that campaign, begun or not; the caller closes them. */
  public Site take(Campaign campaign) {
    CompletableFuture<Site> begun = site;
    if (begun == null || !campaign.equals(prepared)) {
      return start(campaign);
    }
    site = null;
    try {
      return begun.join();
    } catch (CompletionException e) { // such as a port that somebody else took in between
      return start(campaign);
    }
  }

  private static Site start(Campaign campaign) {
    return Site.start(campaign.topology(), campaign.fault(), Settings.CLIENTS);
  }

  /** Ends servers that nobody has taken. */
  @Override
  public void close() {
    if (site != null) {
      try {
        site.join().close();
      } catch (CompletionException | CancellationException e) { // there are none to end
      }
      site = null;
    }
  }
}
