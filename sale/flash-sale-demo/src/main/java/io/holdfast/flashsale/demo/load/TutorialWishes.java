package io.holdfast.flashsale.demo.load;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.holdfast.flashsale.demo.http.Reply;
import java.nio.ByteBuffer;

/** One unit for each buyer, from the tutorials' way to sell. */
final class TutorialWishes implements Wishes {

  private final byte[] request;

  TutorialWishes(String sale) {
    this.request = ("POST /demo/tutorial/" + sale
            + "/orders HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n")
        .getBytes(US_ASCII);
  }

  @Override
  public void writeTo(int number, ByteBuffer to) {
    to.put(request);
  }

  @Override
  public String kindOf(int number, Reply reply) {
    return reply.status() == 200 ? Purchases.ACCEPTED : "status " + reply.status();
  }

  @Override
  public void neverTold(int number) {}
}
