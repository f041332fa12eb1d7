package io.holdfast.flashsale.web;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** Refuses bodies that are too large: by what they say, and if they do not say, while they are read. */
final class BodyLimit extends HttpFilter {

  private static final long serialVersionUID = 1;

  /** In bytes. */
  static final int MOST = 16 * 1024;

  @Override
  protected void doFilter(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    if (request.getContentLengthLong() > MOST) {
      tooLarge().writeTo(response);
      return;
    }
    boolean saysNothing = request.getHeader("Transfer-Encoding") != null;
    chain.doFilter(saysNothing ? new Counted(request) : request, response);
  }

  private static Problem tooLarge() {
    return Problem.of(ProblemType.TOO_LARGE, "the body may have " + MOST + " bytes");
  }

  private static final class Counted extends HttpServletRequestWrapper {

    Counted(HttpServletRequest request) {
      super(request);
    }

    @Override
    public ServletInputStream getInputStream() throws IOException {
      return new CountedStream(super.getInputStream());
    }
  }

  private static final class CountedStream extends ServletInputStream {

    private final ServletInputStream in;
    private int read;

    CountedStream(ServletInputStream in) {
      this.in = in;
    }

    private int counted(int bytes) {
      read += Math.max(0, bytes);
      if (read > MOST) {
        throw tooLarge();
      }
      return bytes;
    }

    @Override
    public int read() throws IOException {
      int next = in.read();
      counted(next < 0 ? 0 : 1);
      return next;
    }

    @Override
    public int read(byte[] buffer, int offset, int length) throws IOException {
      return counted(in.read(buffer, offset, length));
    }

    @Override
    public boolean isFinished() {
      return in.isFinished();
    }

    @Override
    public boolean isReady() {
      return in.isReady();
    }

    @Override
    public void setReadListener(ReadListener listener) {
      in.setReadListener(listener);
    }
  }
}
