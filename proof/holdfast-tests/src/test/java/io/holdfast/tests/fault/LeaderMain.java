package io.holdfast.tests.fault;

import io.holdfast.Holdfast;
import io.holdfast.Leadership;
import java.io.OutputStream;
import java.time.Duration;

/** A child process that stands for the lead (address, name, lease time in ms) and says what becomes of it. */
final class LeaderMain {

  private LeaderMain() {}

  public static void main(String[] args) throws Exception {
    try (Holdfast client = Holdfast.builder()
            .uri(args[0])
            .clientName("child")
            .leaseTime(Duration.ofMillis(Long.parseLong(args[2])))
            .build();
        Leadership leadership = client
            .leader(args[1])
            .onGained(lease -> System.out.println("gained " + lease.token()))
            .onLost(end -> System.out.println("lost " + end.cause()))
            .campaign()) {
      System.in.transferTo(OutputStream.nullOutputStream()); // until the parent closes our input
    }
    System.out.println("ended");
  }
}
