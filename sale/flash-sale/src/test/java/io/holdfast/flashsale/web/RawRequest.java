package io.holdfast.flashsale.web;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.URI;
import java.util.Arrays;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A request as bytes, so that it may be as wrong as one likes.
 *
 * @param head without the empty line at its end; Latin-1
 * @param body its bytes as Latin-1
 */
record RawRequest(String head, String body) {

  /** What came back. */
  record Answer(int status, String head, String body) {

    JsonNode json() {
      return JsonMapper.shared().readTree(body);
    }
  }

  static RawRequest of(String method, String path, String... headers) {
    return new RawRequest(
        method + " " + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
            + String.join("", Arrays.stream(headers).map(line -> line + "\r\n").toList()),
        "");
  }

  RawRequest with(String header) {
    return new RawRequest(head + header + "\r\n", body);
  }

  RawRequest with(byte[] whole) {
    return new RawRequest(
        head + "Content-Length: " + whole.length + "\r\n", new String(whole, ISO_8859_1));
  }

  RawRequest json(String text) {
    return with("Content-Type: application/json").with(text.getBytes(UTF_8));
  }

  /** Sends it, and reads until the server hangs up. */
  Answer send(WebInstance instance) throws IOException {
    URI uri = instance.uri("/");
    try (Socket socket = new Socket(uri.getHost(), uri.getPort())) {
      socket.setSoTimeout(20_000);
      ByteArrayOutputStream all = new ByteArrayOutputStream();
      all.write((head + "\r\n").getBytes(ISO_8859_1));
      all.write(body.getBytes(ISO_8859_1));
      socket.getOutputStream().write(all.toByteArray());
      String reply = read(socket.getInputStream());
      int end = reply.indexOf("\r\n\r\n");
      String head = end < 0 ? reply : reply.substring(0, end);
      int status = head.startsWith("HTTP/1.1 ") ? Integer.parseInt(head.substring(9, 12)) : 0;
      return new Answer(status, head, end < 0 ? "" : unchunked(head, reply.substring(end + 4)));
    }
  }

  /** All of it; of a success only the beginning, which may have no end. */
  private static String read(InputStream in) throws IOException {
    String beginning = new String(in.readNBytes("HTTP/1.1 200".length()), UTF_8);
    return beginning.endsWith(" 200")
        ? beginning
        : beginning + new String(in.readAllBytes(), UTF_8);
  }

  private static String unchunked(String head, String body) {
    boolean isChunked =
        head.toLowerCase(java.util.Locale.ROOT).contains("transfer-encoding: chunked");
    return isChunked ? body.substring(body.indexOf('{'), body.lastIndexOf('}') + 1) : body;
  }
}
