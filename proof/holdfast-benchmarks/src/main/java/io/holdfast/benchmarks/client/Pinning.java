package io.holdfast.benchmarks.client;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordingFile;

/** Counts, by flight recorder, how often a virtual thread kept its carrier while it was blocked. */
final class Pinning implements AutoCloseable {

  private final Recording recording = new Recording();

  Pinning() {
    recording.enable("jdk.VirtualThreadPinned").withoutThreshold();
    recording.start();
  }

  /** Stops recording and counts. */
  long count() {
    recording.stop();
    try {
      Path file = Files.createTempFile("holdfast-pinning", ".jfr");
      try {
        recording.dump(file);
        return RecordingFile.readAllEvents(file).size();
      } finally {
        Files.delete(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    recording.close();
  }
}
