package io.holdfast.tests.fault;

import io.holdfast.Holdfast;
import io.holdfast.Lease;
import io.holdfast.LeaseLostException;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** A child process that holds a lock (address, lock name, lease time in ms) and says what becomes of it. */
final class HolderMain {

  private HolderMain() {}

  public static void main(String[] args) throws Exception {
    try (Holdfast client = Holdfast.builder()
        .uri(args[0])
        .clientName("child")
        .leaseTime(Duration.ofMillis(Long.parseLong(args[2])))
        .build()) {
      Lease lease = client.lock(args[1]).acquire();
      lease.lost().thenAccept(loss -> System.out.println("lost " + loss.reason()));
      System.out.println("held " + lease.token());
      BufferedReader in =
          new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
      for (String line = in.readLine(); line != null && !line.equals("end"); line = in.readLine()) {
        try {
          lease.ensureHeld();
          System.out.println("check held");
        } catch (LeaseLostException e) {
          System.out.println("check " + e.loss().reason());
        }
      }
    }
    System.out.println("ended");
  }
}
