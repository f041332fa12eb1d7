package io.holdfast.flashsale.web;

import io.swagger.v3.oas.annotations.Hidden;
import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.boot.webmvc.error.ErrorController;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** What the server shows for an error that happened outside of any handler. */
@Hidden
@RestController
class ErrorPage implements ErrorController {

  @RequestMapping("/error")
  void error(HttpServletRequest request, HttpServletResponse response) throws IOException {
    Object thrown = request.getAttribute(RequestDispatcher.ERROR_EXCEPTION);
    Object status = request.getAttribute(RequestDispatcher.ERROR_STATUS_CODE);
    Problem problem = thrown instanceof Throwable failure
        ? Problems.of(failure)
        : Problems.ofStatus(status instanceof Integer code ? code : 404);
    SecurityHeaders.addTo(response, request.getRequestURI(), request.isSecure());
    problem.writeTo(response);
  }
}
