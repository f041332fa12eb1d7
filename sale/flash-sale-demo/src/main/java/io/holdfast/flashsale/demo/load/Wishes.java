package io.holdfast.flashsale.demo.load;

import io.holdfast.flashsale.demo.http.Reply;
import java.nio.ByteBuffer;

/** What buyers ask for, each with a number from 0 on, and how the replies are counted. */
interface Wishes {

  /** What an answer is called that leaves open whether it happened: it is asked again. */
  String UNKNOWN = "unknown";

  /** Writes the request of that buyer. */
  void writeTo(int number, ByteBuffer request);

  /** A short word for this reply, by which it is counted. */
  String kindOf(int number, Reply reply);

  /** That buyer was never told what became of it. */
  void neverTold(int number);
}
