package io.holdfast.spring.fence;

import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.BeforeAll;

class JdbcFenceOnH2IT extends JdbcFenceContract {

  private static final DataSource H2 = source();

  private static JdbcDataSource source() {
    JdbcDataSource source = new JdbcDataSource();
    source.setURL("jdbc:h2:mem:fence;DB_CLOSE_DELAY=-1;LOCK_TIMEOUT=20000");
    return source;
  }

  @BeforeAll
  static void create() {
    createTables(H2);
  }

  @Override
  DataSource database() {
    return H2;
  }

  @Override
  DataSource sameDatabaseByAnotherWay() {
    return source();
  }

  @Override
  String blockedSessions() {
    return """
        SELECT count(*) FROM INFORMATION_SCHEMA.SESSIONS
        WHERE BLOCKER_ID IS NOT NULL OR EXECUTING_STATEMENT LIKE 'INSERT INTO holdfast_fence%'""";
  }
}
