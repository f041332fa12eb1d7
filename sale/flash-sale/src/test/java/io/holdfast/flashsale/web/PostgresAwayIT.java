package io.holdfast.flashsale.web;

import static io.holdfast.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.testkit.RedisServer;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import org.junit.jupiter.api.Test;

/** An instance whose PostgreSQL has gone: what load balancers and buyers hear. */
class PostgresAwayIT {

  @Test
  void postgresAway_readyAndSelling_andTheHealthInDetailTells() throws Exception {
    try (RedisServer redis = RedisServer.start();
        EmbeddedPostgres postgres =
            EmbeddedPostgres.builder().setLocaleConfig("locale", "C").start();
        WebInstance service = WebInstance.start(
            "lonely",
            "spring.data.redis.url=" + redis.uri(),
            "spring.datasource.url=" + postgres.getJdbcUrl("postgres", "postgres"),
            "spring.datasource.hikari.connection-timeout=500")) {
      Caller admin = Caller.admin(service);
      String sale = admin.open(11, 5);
      assertThat(Caller.user(service).buy(sale).status()).isEqualTo(202);
      postgres.close();
      eventually(() -> assertThat(admin.get("/actuator/health").status()).isEqualTo(503));
      assertThat(admin.get("/readyz").status()).isEqualTo(200);
      assertThat(admin.get("/livez").status()).isEqualTo(200);
      assertThat(Caller.user(service).buy(sale).status()).isEqualTo(202);
      assertThat(admin
              .post("/api/v1/admin/sales/" + sale + "/restock", "{\"units\":1}")
              .problem())
          .isEqualTo("outcome-unknown");
      assertThat(admin.get("/api/v1/admin/sales").problem()).isEqualTo("outcome-unknown");
    }
  }
}
