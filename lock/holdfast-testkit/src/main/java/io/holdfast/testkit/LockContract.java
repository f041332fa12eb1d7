package io.holdfast.testkit;

import io.holdfast.Holdfast;
import io.holdfast.HoldfastBuilder;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Nested;

/**
 * What every back-end must do, whatever is behind it: extend this class in a test and say how to connect.
 *
 * <pre>{@code
 * class StandaloneIT extends LockContract {
 *   protected Holdfast connect(UnaryOperator<HoldfastBuilder> settings) {
 *     return settings.apply(Holdfast.builder().uri(server.uri())).build();
 *   }
 * }
 * }</pre>
 */
public abstract class LockContract {

  /** For subclasses. */
  protected LockContract() {}

  /**
   * {@return a new client; closed by the contract} All clients of one test meet on the same server.
   *
   * @param settings to be applied to a builder that already knows the server
   */
  protected abstract Holdfast connect(UnaryOperator<HoldfastBuilder> settings);

  @Nested
  class Leases extends LeaseContract {
    @Override
    Holdfast connect(UnaryOperator<HoldfastBuilder> settings) {
      return LockContract.this.connect(settings);
    }
  }

  @Nested
  class Threads extends ThreadContract {
    @Override
    Holdfast connect(UnaryOperator<HoldfastBuilder> settings) {
      return LockContract.this.connect(settings);
    }
  }

  @Nested
  class Losses extends LossContract {
    @Override
    Holdfast connect(UnaryOperator<HoldfastBuilder> settings) {
      return LockContract.this.connect(settings);
    }
  }

  @Nested
  class Queues extends QueueContract {
    @Override
    Holdfast connect(UnaryOperator<HoldfastBuilder> settings) {
      return LockContract.this.connect(settings);
    }
  }

  @Nested
  class Closing extends CloseContract {
    @Override
    Holdfast connect(UnaryOperator<HoldfastBuilder> settings) {
      return LockContract.this.connect(settings);
    }
  }

  @Nested
  class Input extends InputContract {
    @Override
    Holdfast connect(UnaryOperator<HoldfastBuilder> settings) {
      return LockContract.this.connect(settings);
    }
  }
}
