package io.holdfast.spring.actuate;

import io.holdfast.DistributedLock;
import io.holdfast.Holdfast;
import io.holdfast.spring.actuate.LockReport.Server;
import java.security.Principal;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.actuate.endpoint.InvalidEndpointRequestException;
import org.springframework.boot.actuate.endpoint.SecurityContext;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.annotation.Selector.Match;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;

/**
 * What this client holds and waits for, what the server knows about one lock, and, if that is allowed,
 * its forced release. A name may contain slashes: all that follows {@code /actuator/locks/} is the name.
 */
@Endpoint(id = "locks")
public class LocksEndpoint {

  private static final Logger log = LoggerFactory.getLogger(LocksEndpoint.class);

  private final FullNames locks;
  private final LockInventory inventory;
  private final boolean isForceAllowed;

  /**
   * Shows one client.
   *
   * @param holdfast the client
   * @param prefix what the client puts before every name it is asked for; names here have it
   * @param isForceAllowed whether the write operation does anything
   */
  public LocksEndpoint(Holdfast holdfast, String prefix, boolean isForceAllowed) {
    this.locks = new FullNames(holdfast, prefix);
    this.inventory = new LockInventory(holdfast, locks);
    this.isForceAllowed = isForceAllowed;
  }

  /** {@return everything this client holds or waits for} */
  @ReadOperation
  public LockReport.All locks() {
    return inventory.all();
  }

  /**
   * {@return one lock, in this client and on the server, whoever holds it}
   *
   * @param name the full name, in parts that slashes stood between
   */
  @ReadOperation
  public LockReport lock(@Selector(match = Match.ALL_REMAINING) String... name) {
    return inventory.one(named(name));
  }

  /**
   * Ends somebody's turn in the middle; the holder is told, or finds out by its next renewal.
   *
   * @param name the full name, in parts that slashes stood between
   * @param caller is named in the log
   * @return whether it was held; status 404 if that is not allowed
   */
  @WriteOperation
  public WebEndpointResponse<Map<String, Object>> forceRelease(
      @Selector(match = Match.ALL_REMAINING) String[] name, SecurityContext caller) {
    DistributedLock lock = named(name);
    Principal principal = caller.getPrincipal();
    String who = principal == null ? "somebody not logged in" : "'" + principal.getName() + "'";
    if (!isForceAllowed) {
      log.warn("lock '{}': {} asked for a forced release, which is off", lock.name(), who);
      return new WebEndpointResponse<>(
          Map.of(
              "name",
              lock.name(),
              "error",
              "forced release is off: set holdfast.actuator.force-release.enabled=true"),
          WebEndpointResponse.STATUS_NOT_FOUND);
    }
    Server before = inventory.ask(lock.name());
    boolean wasHeld = lock.forceRelease();
    log.warn(
        "lock '{}': released by force by {} over the endpoint; it was {}",
        lock.name(),
        who,
        wasHeld ? "held by " + before.holder() + ", token " + before.baseToken() : "free");
    return new WebEndpointResponse<>(Map.of("name", lock.name(), "released", wasHeld));
  }

  private DistributedLock named(String[] parts) {
    String name = String.join("/", parts);
    try {
      return locks.lock(name);
    } catch (IllegalArgumentException e) {
      throw new InvalidEndpointRequestException(
          "not a lock's name: '" + name + "'", String.valueOf(e.getMessage()));
    }
  }
}
