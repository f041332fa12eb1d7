package io.holdfast.flashsale.web;

import java.util.stream.Collectors;
import org.springframework.http.converter.HttpMessageNotReadableException;
import tools.jackson.core.exc.StreamReadException;
import tools.jackson.databind.DatabindException;
import tools.jackson.databind.exc.UnrecognizedPropertyException;

/** What is wrong with a body, in words that name the place and repeat nothing of its content. */
final class UnreadableBody {

  private UnreadableBody() {}

  static String why(HttpMessageNotReadableException thrown) {
    for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
      if (cause instanceof UnrecognizedPropertyException unknown) {
        return "'" + shortened(unknown.getPropertyName()) + "' is not known here; known are "
            + unknown.getKnownPropertyIds();
      } else if (cause instanceof DatabindException wrong && !wrong.getPath().isEmpty()) {
        String place = wrong.getPath().stream()
            .map(step -> String.valueOf(step.getPropertyName()))
            .collect(Collectors.joining("."));
        return shortened(place) + ": the value is of the wrong kind, or there twice";
      } else if (cause instanceof StreamReadException && isTwice(cause)) {
        return "a member is there twice: " + shortened(twice(cause));
      }
    }
    return "the body is not the JSON that is expected: a value is malformed or of the wrong kind";
  }

  private static boolean isTwice(Throwable cause) {
    return String.valueOf(cause.getMessage()).startsWith("Duplicate");
  }

  /** The message says: Duplicate Object property "total". */
  private static String twice(Throwable cause) {
    String[] parts = String.valueOf(cause.getMessage()).split("\"", 3);
    return parts.length < 3 ? "" : parts[1];
  }

  private static String shortened(String text) {
    return text.length() <= 60 ? text : text.substring(0, 60) + "…";
  }
}
