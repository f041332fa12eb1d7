package io.holdfast.flashsale.web;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Duration;

/**
 * Lets a request pass once all of its body is here. No thread waits for a body: whoever sends slowly costs a
 * connection, and that for a short time only. Refuses bodies that are too large.
 */
final class WholeBody extends HttpFilter {

  /*
   * Most bodies come together with their head, and are read at once. For any other the request goes aside until the
   * rest is here, and then through all filters again (ASYNC):
   *
   *   REQUEST --body is here----------------------------------------------> on, with the body
   *      '------startAsync, SlowBody reads piece by piece --dispatch--> ASYNC --> on, with the body
   *                     '-- too late, too large, gone --> answered, hung up
   */
  private static final long serialVersionUID = 1;

  /** In bytes. */
  static final int MOST = 16 * 1024;

  private static final String HELD = WholeBody.class.getName();

  private final long withinMillis;

  WholeBody(Duration within) {
    this.withinMillis = within.toMillis();
  }

  @Override
  protected void doFilter(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    if (request.getDispatcherType() != DispatcherType.REQUEST) {
      Object held = request.getAttribute(HELD);
      request.removeAttribute(HELD);
      chain.doFilter(held instanceof byte[] body ? new HeldBody(request, body) : request, response);
      return;
    }
    boolean saysNothing = request.getHeader("Transfer-Encoding") != null;
    long length = request.getContentLengthLong();
    if (length > MOST) {
      refuse(request, response, tooLarge());
    } else if (length > 0 || saysNothing) {
      read(request, response, chain, saysNothing ? -1 : (int) length);
    } else {
      chain.doFilter(new HeldBody(request, new byte[0]), response);
    }
  }

  private void read(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain, int length)
      throws IOException, ServletException {
    ServletInputStream in = request.getInputStream();
    ByteArrayOutputStream body = new ByteArrayOutputStream(Math.max(64, length));
    byte[] piece = new byte[Math.max(64, Math.min(length, MOST))];
    while (body.size() < length && in.available() > 0) { // what is here already
      int read = in.read(piece, 0, Math.min(piece.length, length - body.size()));
      if (read < 0) {
        break;
      }
      body.write(piece, 0, read);
    }
    if (body.size() == length) {
      chain.doFilter(new HeldBody(request, body.toByteArray()), response);
      return;
    }
    AsyncContext async = request.startAsync();
    async.setTimeout(withinMillis);
    SlowBody slow = new SlowBody(request, response, async, in, body);
    async.addListener(slow);
    in.setReadListener(slow);
  }

  /** The body is here: on with the request. */
  static void goOn(HttpServletRequest request, AsyncContext async, byte[] body) {
    request.setAttribute(HELD, body);
    async.dispatch();
  }

  /** Answers, and does not wait for the rest of the body. */
  static void refuse(HttpServletRequest request, HttpServletResponse response, Problem problem)
      throws IOException {
    ServerErrors.hangUp(request);
    if (!response.isCommitted()) {
      response.setHeader("Connection", "close");
    }
    problem.writeTo(response);
  }

  static Problem tooLarge() {
    return Problem.of(ProblemType.TOO_LARGE, "the body may have " + MOST + " bytes");
  }
}
