package io.holdfast.flashsale.demo.servers;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.flashsale.demo.servers.Servers.Durability;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ServersIT {

  @TempDir
  Path directory;

  @Test
  void data_serversStoppedAndStartedAgain_isKept() throws SQLException {
    try (Servers servers = Servers.start(directory, Durability.ALWAYS)) {
      servers.redis().command("SET", "kept", "yes");
      sql(servers, "create table kept (id int)");
      sql(servers, "insert into kept values (7)");
      servers.postgres().stop();
      servers.postgres().start();
      assertThat(sql(servers, "select id from kept")).isEqualTo("7");
    }
    try (Servers servers = Servers.start(directory, Durability.ALWAYS)) {
      assertThat(servers.redis().command("GET", "kept")).isEqualTo("yes");
      assertThat(sql(servers, "select id from kept")).isEqualTo("7");
    }
  }

  @Test
  void postgres_started_keepsWhatItCommits() throws SQLException {
    try (Servers servers = Servers.start(directory, Durability.ALWAYS)) {
      assertThat(sql(servers, "show fsync")).isEqualTo("on");
      assertThat(sql(servers, "show synchronous_commit")).isEqualTo("on");
      assertThat(servers.redis().command("CONFIG", "GET", "appendfsync"))
          .asString()
          .contains("always");
    }
  }

  private static String sql(Servers servers, String sql) throws SQLException {
    try (Connection connection = servers.postgres().database().getConnection();
        Statement statement = connection.createStatement()) {
      if (!statement.execute(sql)) {
        return "";
      }
      try (ResultSet rows = statement.getResultSet()) {
        rows.next();
        return rows.getString(1);
      }
    }
  }
}
