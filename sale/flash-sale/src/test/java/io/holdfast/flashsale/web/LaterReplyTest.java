package io.holdfast.flashsale.web;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.flashsale.buying.OrderId;
import io.holdfast.flashsale.buying.Purchase;
import io.holdfast.flashsale.buying.PurchaseAnswer.Accepted;
import io.holdfast.flashsale.sale.Sale;
import io.holdfast.flashsale.sale.SaleStatus;
import io.lettuce.core.RedisException;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import jakarta.servlet.http.HttpServletResponse;
import java.io.ByteArrayOutputStream;
import java.lang.reflect.Proxy;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LaterReplyTest {

  private final List<String> calls = new ArrayList<>();
  private final ByteArrayOutputStream body = new ByteArrayOutputStream();

  @Test
  void replay_failsWhileItIsLookedUp_isAProblemAndNoEmptySuccess() {
    Sale sale = new Sale(
        1, "Tea", 11, 1, 1, 1, 0, Instant.EPOCH, Instant.MAX, SaleStatus.OPEN, null, 1, false);
    Wish wish = new Wish(Listing.of(sale), new Purchase(sale, "ann", "k", 1), 0);
    new LaterReply(
            wish,
            (asked, answer, response) -> {
              throw new RedisException("away");
            },
            async())
        .answer(new Accepted(OrderId.of(1, "ann", "k"), false, true, 0));
    assertThat(calls).contains("setStatus 503", "complete");
    assertThat(body.toString(UTF_8)).contains("/problems/outcome-unknown");
  }

  private AsyncContext async() {
    return stub(AsyncContext.class, (name, argument) -> {
      if (name.equals("start")) {
        ((Runnable) argument).run();
      }
      return response();
    });
  }

  private HttpServletResponse response() {
    ServletOutputStream out = new ServletOutputStream() {
      @Override
      public boolean isReady() {
        return true;
      }

      @Override
      public void setWriteListener(WriteListener listener) {}

      @Override
      public void write(int next) {
        body.write(next);
      }
    };
    return stub(
        HttpServletResponse.class,
        (name, argument) -> name.equals("getOutputStream") ? out : false);
  }

  private interface Answers {
    Object to(String name, Object argument);
  }

  private <T> T stub(Class<T> type, Answers answers) {
    return type.cast(Proxy.newProxyInstance(
        type.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> {
          Object first = arguments == null || arguments.length == 0 ? "" : arguments[0];
          calls.add((method.getName() + " " + first).strip());
          Object answer = answers.to(method.getName(), first);
          return method.getReturnType() == void.class ? null : answer;
        }));
  }
}
