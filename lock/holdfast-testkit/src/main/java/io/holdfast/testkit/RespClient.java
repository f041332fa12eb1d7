package io.holdfast.testkit;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A blocking client for RESP2, one socket. For tests that must see exactly what goes over the wire; not
 * thread-safe. No answer in time is an {@link UncheckedIOException}.
 */
public final class RespClient implements AutoCloseable {

  private static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(5);

  private final Socket socket;
  private final InputStream in;

  private RespClient(Socket socket) throws IOException {
    this.socket = socket;
    this.in = new BufferedInputStream(socket.getInputStream());
  }

  /**
   * {@return a connection on which replies are awaited for 5 s}
   *
   * @param port on loopback
   */
  public static RespClient connect(int port) {
    return connect(port, DEFAULT_TIMEOUT);
  }

  /**
   * {@return a connection with a timeout of your own}
   *
   * @param port on loopback
   * @param timeout how long to wait for the connection, and for each reply
   */
  public static RespClient connect(int port, Duration timeout) {
    Socket socket = new Socket();
    try {
      int millis = Math.toIntExact(timeout.toMillis());
      socket.setTcpNoDelay(true);
      socket.setSoTimeout(millis);
      socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), millis);
      return new RespClient(socket);
    } catch (IOException e) {
      close(socket);
      throw new UncheckedIOException("cannot connect to 127.0.0.1:" + port, e);
    }
  }

  /**
   * Sends a command and waits for its reply.
   *
   * @param args the command's name, then its arguments
   * @return a {@code String}, {@code Long}, {@code List} or {@code null}
   * @throws RespException if the reply is an error
   */
  public @Nullable Object command(String... args) {
    send(args);
    return read();
  }

  /**
   * Sets how long replies are awaited from now on.
   *
   * @param timeout zero: without end
   */
  public void patience(Duration timeout) {
    try {
      socket.setSoTimeout(Math.toIntExact(timeout.toMillis()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Sends a command and does not wait.
   *
   * @param args the command's name, then its arguments
   */
  public void send(String... args) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    bytes.writeBytes(("*" + args.length + "\r\n").getBytes(UTF_8));
    for (String arg : args) {
      byte[] content = arg.getBytes(UTF_8);
      bytes.writeBytes(("$" + content.length + "\r\n").getBytes(UTF_8));
      bytes.writeBytes(content);
      bytes.writeBytes(new byte[] {'\r', '\n'});
    }
    try {
      bytes.writeTo(socket.getOutputStream());
    } catch (IOException e) {
      throw new UncheckedIOException("cannot send " + args[0] + " to " + socket, e);
    }
  }

  /** {@return the next reply or message, as {@link #command} returns it} Waits for it. */
  public @Nullable Object read() {
    Object reply;
    try {
      reply = readReply();
    } catch (IOException e) {
      throw new UncheckedIOException("no reply from " + socket, e);
    }
    if (reply instanceof RespException error) {
      throw error;
    }
    return reply;
  }

  private @Nullable Object readReply() throws IOException {
    String line = readLine();
    String rest = line.substring(1);
    return switch (line.charAt(0)) {
      case '+' -> rest;
      case '-' -> new RespException(rest);
      case ':' -> Long.parseLong(rest);
      case '$' -> readBulk(Integer.parseInt(rest));
      case '*' -> readArray(Integer.parseInt(rest));
      default -> throw new IOException("not a RESP2 reply: '" + line + "'");
    };
  }

  private @Nullable String readBulk(int length) throws IOException {
    if (length < 0) {
      return null;
    }
    byte[] content = in.readNBytes(length + 2);
    if (content.length < length + 2) {
      throw new EOFException("connection closed inside a reply");
    }
    return new String(content, 0, length, UTF_8);
  }

  private @Nullable List<@Nullable Object> readArray(int length) throws IOException {
    if (length < 0) {
      return null;
    }
    List<@Nullable Object> elements = new ArrayList<>();
    for (int i = 0; i < length; i++) {
      elements.add(readReply());
    }
    return elements;
  }

  private String readLine() throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    for (int b = in.read(); b != '\r'; b = in.read()) {
      if (b < 0) {
        throw new EOFException("connection closed");
      }
      line.write(b);
    }
    if (in.read() != '\n' || line.size() == 0) {
      throw new IOException("not a RESP line: '" + line.toString(UTF_8) + "'");
    }
    return line.toString(UTF_8);
  }

  /** Closes the connection; replies not read yet are lost. */
  @Override
  public void close() {
    close(socket);
  }

  private static void close(Socket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot close " + socket, e);
    }
  }
}
