package io.holdfast.flashsale.web;

import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ErrorReportValve;
import org.apache.coyote.ActionCode;
import org.jspecify.annotations.Nullable;

/** The web server's own refusals, of requests that never reach a filter, as problems; and its way to hang up. */
final class ServerErrors extends ErrorReportValve {

  private static final String HANG_UP = ServerErrors.class.getName();

  /** Ends the connection with the answer, instead of waiting for what is left of the request. */
  static void hangUp(HttpServletRequest request) {
    if (request.getAttribute(HANG_UP) instanceof Runnable hangUp) {
      hangUp.run();
    }
  }

  @Override
  public void invoke(Request request, Response response) throws IOException, ServletException {
    Runnable hangUp =
        () -> request.getCoyoteRequest().action(ActionCode.DISABLE_SWALLOW_INPUT, null);
    request.setAttribute(HANG_UP, hangUp);
    super.invoke(request, response);
  }

  @Override
  protected void report(Request request, Response response, @Nullable Throwable thrown) {
    int status = response.getStatus();
    if (status < 400 || response.getContentWritten() > 0 || !response.setErrorReported()) {
      return;
    }
    try {
      SecurityHeaders.addTo(response, String.valueOf(request.getRequestURI()), request.isSecure());
      Problem problem = Problems.ofStatus(status);
      problem.writeTo(response);
      response.finishResponse();
    } catch (IOException | IllegalStateException gone) {
      // nobody to tell, or told already
    }
  }
}
