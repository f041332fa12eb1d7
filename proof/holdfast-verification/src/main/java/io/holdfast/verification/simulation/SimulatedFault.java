package io.holdfast.verification.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/** A kind of fault, and how often it comes where all of them do. */
enum SimulatedFault {
  CUT(7),
  MESSAGES_CUT(3),
  SILENCE(2),
  SLOWNESS(2),
  PAUSE(3),
  SUSPENSION(2),
  CRASH(1),
  CLOSE(2),
  FORCE(4),
  FORCE_NO_LOCK(1),
  DATA_LOSS(1),
  RESTART(1),
  PROMOTION(2),
  CLOCK_STEP(1),
  SCRIPTS_FORGOTTEN(2),
  FOREIGN_MESSAGES(3),
  REPLICA_CUT(1);

  private static final SimulatedFault[] NETWORK = {CUT, SILENCE, SLOWNESS};

  private final int weight;

  SimulatedFault(int weight) {
    this.weight = weight;
  }

  /** All kinds, each as often as it weighs. */
  static List<SimulatedFault> all() {
    List<SimulatedFault> all = new ArrayList<>();
    for (SimulatedFault fault : values()) {
      for (int i = 0; i < fault.weight; i++) {
        all.add(fault);
      }
    }
    return List.copyOf(all);
  }

  /** A few of them: kinds that come together often enough to meet, most with a bad network. */
  static List<SimulatedFault> few(RandomGenerator random) {
    List<SimulatedFault> few = new ArrayList<>();
    int kinds = random.nextInt(1, 4);
    for (int i = 0; i < kinds; i++) {
      few.add(
          random.nextBoolean()
              ? NETWORK[random.nextInt(NETWORK.length)]
              : values()[random.nextInt(values().length)]);
    }
    return List.copyOf(few);
  }
}
