package io.holdfast.flashsale.lab;

import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.springframework.jdbc.datasource.DelegatingDataSource;

/** The database as one instance reaches it: not at all while it stands still, or after its death. */
final class InstanceDatabase extends DelegatingDataSource {

  private boolean held;
  private boolean dead;

  InstanceDatabase(DataSource database) {
    super(database);
  }

  synchronized void hold() {
    held = true;
  }

  synchronized void release() {
    held = false;
    notifyAll();
  }

  synchronized void die() {
    dead = true;
    notifyAll();
  }

  @Override
  public Connection getConnection() throws SQLException {
    awaitLife();
    return super.getConnection();
  }

  private synchronized void awaitLife() throws SQLException {
    try {
      while (held && !dead) {
        wait();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new SQLException("interrupted", e);
    }
    if (dead) {
      throw new SQLException("this instance has crashed");
    }
  }
}
