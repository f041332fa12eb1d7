package io.holdfast.flashsale.demo.instance;

import io.holdfast.flashsale.ladder.Point;
import io.holdfast.flashsale.ladder.Points;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * Ends this JVM at a point of a purchase or of the writer, as {@code kill -9} would: no hook, no
 * {@code finally}. {@code POST /demo/halt/COMMITTED/3} says where, and at which pass. Only with
 * {@code demo.halt=true}.
 */
@RestController
@ConditionalOnProperty("demo.halt")
class Halt implements Points {

  /** As of a process ended by SIGKILL. */
  static final int STATUS = 137;

  private record Order(Point point, int times) {}

  private final AtomicReference<@Nullable Order> order = new AtomicReference<>();

  @PostMapping("/demo/halt/{point}/{times}")
  void at(@PathVariable Point point, @PathVariable int times) {
    order.set(new Order(point, times));
  }

  @Override
  public void passed(Point point, long saleId) {
    Order now = order.getAndUpdate(current -> current != null && current.point() == point
        ? new Order(point, current.times() - 1)
        : current);
    if (now != null && now.point() == point && now.times() == 1) {
      Runtime.getRuntime().halt(STATUS);
    }
  }
}
