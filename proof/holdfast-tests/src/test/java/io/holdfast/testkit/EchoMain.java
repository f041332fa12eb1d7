package io.holdfast.testkit;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;

/** A child process that repeats what it hears. */
final class EchoMain {

  private EchoMain() {}

  public static void main(String[] args) throws IOException {
    System.out.println("ready " + String.join(",", args));
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      System.out.println("echo " + line);
    }
  }
}
