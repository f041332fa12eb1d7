package io.holdfast.flashsale.ladder;

import io.holdfast.flashsale.buying.Purchase;
import io.holdfast.flashsale.buying.PurchaseAnswer;
import io.holdfast.flashsale.buying.PurchaseAnswer.Accepted;
import io.holdfast.flashsale.buying.PurchaseAnswer.Unknown;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import javax.sql.DataSource;

/*
 * A commit that fails may have happened all the same. So the group is simply sold again: the row of the sale is
 * locked first, which nobody gets before the earlier transaction has ended one way or the other; then an order
 * that is there was written by us, and one that is not there was not.
 *
 *   first try     lock - look - insert - commit ... no answer
 *   second try    lock (waits for the end of the first) - look: there or not - insert the rest - commit
 */
/** Sells to a group of buyers of one sale in one transaction. Thread-safe. */
final class GroupSale {

  private static final int TRIES = 5;
  private static final Duration PAUSE = Duration.ofMillis(100);

  private final DataSource database;
  private final Points points;
  private final Duration payWithin;

  GroupSale(DataSource database, Points points, Duration payWithin) {
    this.database = database;
    this.points = points;
    this.payWithin = payWithin;
  }

  /** The answers, in the order of the purchases, each after it is durable. */
  List<PurchaseAnswer> sell(List<Purchase> group) {
    Set<UUID> mayBeOurs = new HashSet<>();
    String why = "";
    for (int i = 0; i < TRIES; i++) {
      try {
        return sellOnce(group, mayBeOurs);
      } catch (SQLException e) {
        why = e.toString();
        if (isAboutOneOfThem(e)) {
          return group.size() > 1 ? sellInHalves(group) : List.of(new Unknown(why));
        }
        LockSupport.parkNanos(PAUSE.toNanos() << i);
      }
    }
    PurchaseAnswer unknown = new Unknown("the database does not answer: " + why);
    return group.stream().map(purchase -> unknown).toList();
  }

  /** Data that the database does not take: whoever brought it must not spoil it for the others. */
  private static boolean isAboutOneOfThem(SQLException e) {
    String state = e.getSQLState() == null ? "" : e.getSQLState();
    return state.startsWith("22") || state.startsWith("23");
  }

  private List<PurchaseAnswer> sellInHalves(List<Purchase> group) {
    int middle = group.size() / 2;
    List<PurchaseAnswer> answers = new ArrayList<>(sell(group.subList(0, middle)));
    answers.addAll(sell(group.subList(middle, group.size())));
    return answers;
  }

  private List<PurchaseAnswer> sellOnce(List<Purchase> group, Set<UUID> mayBeOurs)
      throws SQLException {
    try (Connection connection = database.getConnection()) {
      connection.setAutoCommit(false);
      try {
        GroupView view = GroupView.of(connection, group);
        List<PurchaseAnswer> answers = group.stream().map(view::decide).toList();
        write(connection, group, answers);
        points.passed(Point.BEFORE_COMMIT, group.get(0).sale().id());
        commit(connection, answers, mayBeOurs);
        points.passed(Point.COMMITTED, group.get(0).sale().id());
        return answers.stream().map(answer -> asFirst(answer, mayBeOurs)).toList();
      } catch (SQLException | RuntimeException e) {
        rollBack(connection);
        throw e;
      }
    }
  }

  private void write(Connection connection, List<Purchase> group, List<PurchaseAnswer> answers)
      throws SQLException {
    Set<UUID> accepted = answers.stream()
        .filter(answer -> answer instanceof Accepted a && !a.replayed())
        .map(answer -> ((Accepted) answer).order().value())
        .collect(Collectors.toSet());
    if (accepted.isEmpty()) {
      return;
    }
    List<Purchase> bought = group.stream()
        .filter(purchase -> accepted.remove(purchase.orderId().value()))
        .toList();
    int units = bought.stream().mapToInt(Purchase::quantity).sum();
    int written = OrderInsert.run(connection, bought, payWithin).size();
    if (written != bought.size() || !raise(connection, bought.get(0).sale().id(), units)) {
      throw new SQLException("sale " + bought.get(0).sale().id() + ": " + bought.size()
          + " orders of " + units + " units do not fit, though its row is locked");
    }
  }

  /** The same answer as if no commit had failed on the way. */
  private static PurchaseAnswer asFirst(PurchaseAnswer answer, Set<UUID> mayBeOurs) {
    return answer instanceof Accepted accepted
            && accepted.replayed()
            && mayBeOurs.contains(accepted.order().value())
        ? new Accepted(accepted.order(), true, false, accepted.left())
        : answer;
  }

  private static void commit(
      Connection connection, List<PurchaseAnswer> answers, Set<UUID> mayBeOurs)
      throws SQLException {
    try {
      connection.commit();
    } catch (SQLException e) {
      answers.forEach(answer -> {
        if (answer instanceof Accepted accepted && !accepted.replayed()) {
          mayBeOurs.add(accepted.order().value());
        }
      });
      throw e;
    }
  }

  private static boolean raise(Connection connection, long saleId, int units) throws SQLException {
    try (PreparedStatement update = connection.prepareStatement(
        "update sales set sold = sold + ? where id = ? and sold + ? <= total")) {
      update.setInt(1, units);
      update.setLong(2, saleId);
      update.setInt(3, units);
      return update.executeUpdate() == 1;
    }
  }

  private static void rollBack(Connection connection) {
    try {
      connection.rollback();
    } catch (SQLException e) {
      // the connection is gone, and its transaction with it
    }
  }
}
