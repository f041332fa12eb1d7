package io.holdfast.flashsale.demo.http;

import java.nio.ByteBuffer;

/** One request on its way. All methods are called by the thread of {@link HttpLoad}. */
public interface Exchange {

  /** Writes the request, head and body; again if it has to be sent to another target. */
  void writeTo(ByteBuffer request);

  /** The reply is here; it is valid during this call only. */
  void answered(Reply reply, long nanos);

  /** The connection ended, or no reply came in time: the request may have had its effect or not. */
  void failed(String why, long nanos);
}
