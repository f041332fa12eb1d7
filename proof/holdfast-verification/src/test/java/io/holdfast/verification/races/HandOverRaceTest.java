package io.holdfast.verification.races;

import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.jetbrains.lincheck.datastructures.ManagedStrategyGuaranteeKt.forClasses;

import io.holdfast.internal.Mailbox;
import io.holdfast.internal.protocol.Protocol;
import io.holdfast.spi.ScriptReply;
import io.holdfast.verification.simulation.SimulatedServer;
import java.util.List;
import org.jetbrains.kotlinx.lincheck.Actor;
import org.jetbrains.kotlinx.lincheck.execution.ExecutionScenario;
import org.jetbrains.lincheck.Lincheck;
import org.jetbrains.lincheck.LincheckAssertionError;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Two threads at one lock of one client, in every order that the model checker tries. */
class HandOverRaceTest {

  private static final int INVOCATIONS = 400;

  /**
   * Each opens a client and runs all of the engine; more in {@link ManyOrdersTest}, or by {@code
   * -Draces.invocations}.
   */
  private static final int ENGINE_INVOCATIONS = Integer.getInteger("races.invocations", 6);

  @Test
  void mailbox_twoPosts_bothRunOneAtATime() {
    Lincheck.runConcurrentTest(INVOCATIONS, () -> {
      Mailbox mailbox = new Mailbox();
      int[] unprotected = {0};
      inParallel(
          () -> mailbox.post(() -> unprotected[0]++), () -> mailbox.post(() -> unprotected[0]++));
      ensure(unprotected[0] == 2);
    });
  }

  /** A check nobody has seen fail proves nothing: here a task that comes while another ends is forgotten. */
  @Test
  void mailbox_sabotaged_isCaught() {
    assertThatThrownBy(() -> Lincheck.runConcurrentTest(INVOCATIONS, () -> {
          ForgetfulMailbox mailbox = new ForgetfulMailbox();
          int[] unprotected = {0};
          inParallel(
              () -> mailbox.post(() -> unprotected[0]++),
              () -> mailbox.post(() -> unprotected[0]++));
          ensure(unprotected[0] == 2);
        }))
        .isInstanceOf(LincheckAssertionError.class);
  }

  static List<Class<? extends Race>> races() {
    return List.of(
        HolderRaces.ReleaseAgainstAMessage.class,
        HolderRaces.ReleaseAgainstTheAnswerOfARenewal.class,
        HolderRaces.ReleaseAgainstARefusedRenewal.class,
        HolderRaces.ReleaseAgainstARoundOfTheWatchdog.class,
        HolderRaces.ReleaseAgainstTheDeadline.class,
        HolderRaces.ReleaseAgainstRelease.class,
        HolderRaces.ReleaseAgainstAcquire.class,
        HolderRaces.HandOverAgainstCancel.class,
        CloseRaces.CloseAgainstAcquireAndRelease.class,
        CloseRaces.CloseAgainstTheAnswerOfARenewal.class,
        CloseRaces.CloseAgainstALoss.class,
        CloseRaces.CloseAgainstAMessage.class,
        CloseRaces.CloseAgainstCancel.class);
  }

  /** Whatever the order, everybody is told the truth, and nothing is left. */
  @ParameterizedTest
  @MethodSource("races")
  void race_ofTwo_isSoundInEveryOrder(Class<? extends Race> race) throws NoSuchMethodException {
    assertSound(race, ENGINE_INVOCATIONS);
  }

  static void assertSound(Class<? extends Race> race, int invocations)
      throws NoSuchMethodException {
    ExecutionScenario scenario = new ExecutionScenario(
        List.of(actor(race, "open")),
        List.of(List.of(actor(race, "one")), List.of(actor(race, "other"))),
        List.of(actor(race, "isSound")),
        null);
    new ModelCheckingOptions()
        .iterations(0)
        .addCustomScenario(scenario)
        .invocationsPerIteration(isSlow(race) ? Math.max(1, invocations / 4) : invocations)
        .minimizeFailedScenario(false)
        .verifier(Soundness.class)
        .addGuarantee(forClasses(HandOverRaceTest::isNotTheEngine).allMethods().treatAsAtomic())
        .addGuarantee(forClasses(DirectGateway.class.getName())
            .methods("open", "run", "timeMicros", "keys")
            .treatAsAtomic())
        .addGuarantee(
            forClasses(Race.class.getName()).methods("open", "isSound").treatAsAtomic())
        .check(race);
  }

  /** Close waits for what is under way on the other thread, and does so in real time. */
  private static boolean isSlow(Class<? extends Race> race) {
    return race == CloseRaces.CloseAgainstAcquireAndRelease.class
        || race == CloseRaces.CloseAgainstALoss.class;
  }

  private static Actor actor(Class<?> race, String method) throws NoSuchMethodException {
    return new Actor(race.getMethod(method), List.of());
  }

  /** Threads change inside the engine, not inside the server nor inside what the JDK promises to be atomic. */
  private static boolean isNotTheEngine(String className) {
    return className.startsWith(SimulatedServer.class.getPackageName())
        || className.startsWith(ScriptReply.class.getPackageName())
        || className.startsWith(Protocol.class.getPackageName())
        || className.startsWith("org.slf4j.")
        || className.startsWith("java.util.concurrent.ConcurrentLinkedQueue");
  }

  /** Plain, so that a failure is about the engine and not about the assertion library's own steps. */
  private static void ensure(boolean condition) {
    if (!condition) {
      throw new AssertionError("not so");
    }
  }

  private static void inParallel(Runnable one, Runnable other) {
    Thread first = new Thread(one);
    Thread second = new Thread(other);
    first.start();
    second.start();
    try {
      first.join();
      second.join();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
