package io.holdfast.flashsale.web;

import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/**
 * An answer that is not a success (RFC 9457), and the exception that leads to it. Immutable.
 *
 * <p>It has no stack trace: it tells the caller something, not us.
 */
final class Problem extends RuntimeException {

  private static final long serialVersionUID = 1;
  private static final String MEDIA_TYPE = "application/problem+json";
  private static final JsonMapper JSON = JsonMapper.shared();

  private final ProblemType type;
  private final int retryAfterSeconds;
  private final byte[] body;

  private Problem(
      ProblemType type, @Nullable String detail, int retryAfterSeconds, Map<String, ?> more) {
    super(detail == null ? type.title() : detail, null, false, false);
    this.type = type;
    this.retryAfterSeconds = retryAfterSeconds;
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("type", type.uri());
    members.put("title", type.title());
    members.put("status", type.status());
    if (detail != null) {
      members.put("detail", detail);
    }
    members.putAll(more);
    this.body = JSON.writeValueAsBytes(members);
  }

  static Problem of(ProblemType type) {
    return Objects.requireNonNull(Plain.OF.get(type));
  }

  /** With a sentence for a person: what was wrong, and what is expected. */
  static Problem of(ProblemType type, String detail) {
    return new Problem(type, detail, type.retryAfterSeconds(), Map.of());
  }

  static Problem of(ProblemType type, String detail, Map<String, ?> more) {
    return new Problem(type, detail, type.retryAfterSeconds(), more);
  }

  static Problem retryAfter(ProblemType type, int seconds) {
    return new Problem(type, null, seconds, Map.of());
  }

  /** Those that say no more than their type, made once. */
  private static final class Plain {

    static final Map<ProblemType, Problem> OF = new EnumMap<>(ProblemType.class);

    static {
      for (ProblemType type : ProblemType.values()) {
        OF.put(type, new Problem(type, null, type.retryAfterSeconds(), Map.of()));
      }
    }
  }

  ProblemType type() {
    return type;
  }

  /** Makes it the answer. Of an answer that has begun already only the rest is dropped. */
  void writeTo(HttpServletResponse response) throws IOException {
    if (response.isCommitted()) {
      return;
    }
    response.resetBuffer();
    response.setStatus(type.status());
    if (retryAfterSeconds > 0) {
      response.setIntHeader("Retry-After", retryAfterSeconds);
    }
    if (type == ProblemType.UNAUTHORIZED) {
      response.setHeader("WWW-Authenticate", "Bearer");
    }
    response.setContentType(MEDIA_TYPE);
    response.setContentLength(body.length);
    response.getOutputStream().write(body);
  }
}
