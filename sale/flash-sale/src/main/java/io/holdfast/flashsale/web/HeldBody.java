package io.holdfast.flashsale.web;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import java.io.ByteArrayInputStream;

/** A request whose body is here. Whether it was waited for is nobody's business further on. */
final class HeldBody extends HttpServletRequestWrapper {

  private final byte[] body;

  HeldBody(HttpServletRequest request, byte[] body) {
    super(request);
    this.body = body;
  }

  /** All of it. */
  static byte[] of(HttpServletRequest request) {
    HttpServletRequest inner = request;
    while (inner instanceof HttpServletRequestWrapper wrapper) {
      if (wrapper instanceof HeldBody held) {
        return held.body;
      }
      inner = (HttpServletRequest) wrapper.getRequest();
    }
    throw new IllegalStateException("no filter has read the body of " + request.getRequestURI());
  }

  @Override
  public DispatcherType getDispatcherType() {
    return DispatcherType.REQUEST;
  }

  @Override
  public ServletInputStream getInputStream() {
    ByteArrayInputStream bytes = new ByteArrayInputStream(body);
    return new ServletInputStream() {
      @Override
      public int read() {
        return bytes.read();
      }

      @Override
      public int read(byte[] buffer, int offset, int length) {
        return bytes.read(buffer, offset, length);
      }

      @Override
      public boolean isFinished() {
        return bytes.available() == 0;
      }

      @Override
      public boolean isReady() {
        return true;
      }

      @Override
      public void setReadListener(ReadListener listener) {
        throw new IllegalStateException("it is all here: read it");
      }
    };
  }
}
