package io.holdfast.verification.campaign;

import io.holdfast.verification.fault.Fault;
import io.holdfast.verification.fault.Topology;
import java.util.ArrayList;
import java.util.List;

/**
 * A fault and the servers it strikes.
 *
 * @param fault the fault
 * @param topology how the servers are arranged
 */
public record Campaign(Fault fault, Topology topology) {

  /** Every one there is. */
  public static List<Campaign> all() {
    List<Campaign> all = new ArrayList<>();
    for (Topology topology : Topology.values()) {
      for (Fault fault : Fault.values()) {
        if (fault.isFor(topology)) {
          all.add(new Campaign(fault, topology));
        }
      }
    }
    return all;
  }

  /** The fault's name; with the topology before it, if that is not one server. */
  public String name() {
    return topology == Topology.STANDALONE ? fault.label() : topology.label() + "-" + fault.label();
  }
}
