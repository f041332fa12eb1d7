package io.holdfast.flashsale.web;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.ByteArrayOutputStream;
import java.io.IOException;

/** A body that comes in pieces. The server calls, one call at a time; nobody waits in between. */
final class SlowBody implements ReadListener, AsyncListener {

  private static final int PIECE = 1024;

  private final HttpServletRequest request;
  private final HttpServletResponse response;
  private final AsyncContext async;
  private final ServletInputStream in;
  private final ByteArrayOutputStream body;
  private boolean isOver;

  SlowBody(
      HttpServletRequest request,
      HttpServletResponse response,
      AsyncContext async,
      ServletInputStream in,
      ByteArrayOutputStream begun) {
    this.request = request;
    this.response = response;
    this.async = async;
    this.in = in;
    this.body = begun;
  }

  @Override
  public synchronized void onDataAvailable() throws IOException {
    byte[] piece = new byte[PIECE];
    while (!isOver && in.isReady()) {
      int read = in.read(piece);
      if (read < 0) {
        return;
      }
      body.write(piece, 0, read);
      if (body.size() > WholeBody.MOST) {
        end(WholeBody.tooLarge());
      }
    }
  }

  @Override
  public synchronized void onAllDataRead() throws IOException {
    if (isOver) {
      return;
    }
    isOver = true;
    try {
      WholeBody.goOn(request, async, body.toByteArray());
    } catch (UnsupportedOperationException noSuchPath) {
      Problem.of(ProblemType.NOT_FOUND).writeTo(response);
      async.complete();
    }
  }

  private void end(Problem problem) throws IOException {
    if (!isOver) {
      isOver = true;
      WholeBody.refuse(request, response, problem);
      async.complete();
    }
  }

  @Override
  public synchronized void onTimeout(AsyncEvent event) throws IOException {
    end(Problem.of(ProblemType.TOO_SLOW));
  }

  /** Cut off, or no proper body: the answer is for whoever still listens. */
  @Override
  public synchronized void onError(Throwable broken) {
    try {
      end(Problem.of(
          ProblemType.INVALID_REQUEST, "the body broke off, or is not encoded as it says"));
    } catch (IOException | IllegalStateException gone) {
      // nobody listens
    }
  }

  @Override
  public void onError(AsyncEvent event) {}

  @Override
  public void onComplete(AsyncEvent event) {}

  /** Somebody further on answers later, too: from then on the time is theirs. */
  @Override
  public void onStartAsync(AsyncEvent event) {}
}
