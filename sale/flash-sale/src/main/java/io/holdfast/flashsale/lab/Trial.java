package io.holdfast.flashsale.lab;

import io.holdfast.flashsale.accept.SaleMemory;
import io.holdfast.flashsale.check.SaleCheck;
import io.holdfast.flashsale.check.Verdict;
import io.holdfast.flashsale.load.OpenLoop;
import io.holdfast.flashsale.load.Pace;
import io.holdfast.flashsale.operating.SaleKeeper;
import io.holdfast.flashsale.sale.NewSale;
import io.holdfast.flashsale.sale.Sale;
import io.holdfast.flashsale.sale.SaleStore;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** One rung of a run: its instances, its sale, its buyers, its verdict; and then nothing of it is left. */
final class Trial {

  private static final Duration SETTLE_WITHIN = Duration.ofSeconds(15);
  private static final Duration LOOK_EVERY = Duration.ofMillis(250);
  private static final int SLOWEST = 500;
  private static final int FASTEST = 10_000;

  private final LabServers servers;
  private final RunRequest request;
  private final Progress progress;
  private final Timing timing;
  private final Mischief mischief;
  private final List<LabInstance> instances = new ArrayList<>();
  private volatile boolean stopped;

  Trial(LabServers servers, RunRequest request, Progress progress, Timing timing) {
    this.servers = servers;
    this.request = request;
    this.progress = progress;
    this.timing = timing;
    this.mischief = new Mischiefs(progress.number(), request, timing).of(progress.fault());
  }

  /** Runs it. */
  void run() throws InterruptedException {
    SaleStore store = new SaleStore(servers.database());
    SaleMemory memory = new SaleMemory(servers.redis());
    long saleId = 0;
    try {
      for (int i = 1; i <= request.instances(); i++) {
        instances.add(new LabInstance(
            "lab-" + i,
            progress.number(),
            servers.uri(),
            servers.resources(),
            servers.database(),
            timing,
            mischief));
      }
      SaleKeeper keeper =
          new SaleKeeper(store, memory, number -> instances.get(0).rung());
      Sale sale = keeper.create(newSale());
      saleId = sale.id();
      sell(sale, new Stocktaking(servers.database(), memory), memory);
    } finally {
      mischief.end();
      instances.parallelStream().forEach(LabInstance::close);
      if (saleId != 0) {
        servers.forget(saleId);
      }
    }
  }

  private NewSale newSale() {
    Instant now = Instant.now();
    return new NewSale(
        "Lab, rung " + progress.number(),
        progress.number(),
        100,
        1,
        request.stock(),
        now.minusSeconds(60),
        now.plus(Duration.ofHours(1)),
        true);
  }

  private void sell(Sale sale, Stocktaking stocktaking, SaleMemory memory)
      throws InterruptedException {
    Buyers buyers = new Buyers(sale, instances, timing);
    int rate = Math.max(SLOWEST, Math.min(FASTEST, request.buyers() * 5));
    OpenLoop load = new OpenLoop(new Pace(rate, request.buyers(), request.buyers()), buyers);
    ExecutorService generator = Executors.newSingleThreadExecutor(work -> {
      Thread thread = new Thread(work, "flash-sale-lab-load");
      thread.setDaemon(true);
      return thread;
    });
    try {
      buyers.begin();
      progress.begin(load);
      Future<?> running = generator.submit(() -> {
        progress.answered(load.run());
        return null;
      });
      while (!isDone(running)) {
        progress.look(stocktaking.stock(sale), stocktaking.orders(sale), buyers.acceptedCount());
        if (stopped) {
          load.stop();
          buyers.stop();
          mischief.end();
        }
        if (buyers.isStuck()) {
          instances.forEach(LabInstance::closeDoors);
        }
      }
      if (!stopped) {
        Verdict verdict =
            new SaleCheck(servers.database(), memory).of(sale, buyers.told(), settleWithin());
        progress.look(stocktaking.stock(sale), stocktaking.orders(sale), buyers.acceptedCount());
        progress.judge(verdict);
      }
    } finally {
      generator.shutdownNow();
    }
  }

  /** What waits in the memory of a dead process is not waited for as long as what another can still write. */
  private Duration settleWithin() {
    return progress.number() == 10 ? Duration.ofSeconds(4) : SETTLE_WITHIN;
  }

  private static boolean isDone(Future<?> running) throws InterruptedException {
    try {
      running.get(LOOK_EVERY.toMillis(), TimeUnit.MILLISECONDS);
      return true;
    } catch (TimeoutException e) {
      return false;
    } catch (ExecutionException e) {
      throw new IllegalStateException("the load ended early", e.getCause());
    }
  }

  /** Ends early: nobody asks any more, and there is no verdict. Returns at once. */
  void stop() {
    stopped = true;
  }
}
