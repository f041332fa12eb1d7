package io.holdfast.flashsale.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.flashsale.Servers;
import io.holdfast.flashsale.accept.KeySpace;
import io.holdfast.flashsale.accept.SaleMemory;
import io.holdfast.flashsale.sale.SaleStore;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.datasource.DelegatingDataSource;

/** What the gauges say while a server is away. */
class SaleMetersIT {

  private static final class Away extends DelegatingDataSource {

    private boolean away;

    Away(DataSource database) {
      super(database);
    }

    @Override
    public Connection getConnection() throws SQLException {
      if (away) {
        throw new SQLException("connection refused", "08001");
      }
      return super.getConnection();
    }
  }

  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();

  private double gauge(String name) {
    return registry.get(name).gauge().value();
  }

  @Test
  void postgresAway_whatWaitsInRedisIsStillCounted_theRestIsNotMadeUp() {
    String sale = Caller.admin(WebInstance.alice()).open(11, 100);
    Away database = new Away(WebInstance.alice().bean(DataSource.class));
    SaleMeters meters = new SaleMeters(
        new SaleStore(database), WebInstance.alice().bean(SaleMemory.class), database);
    meters.bindTo(registry);
    assertThat(gauge("flashsale.pending")).as("nobody has looked").isNaN();
    meters.read();
    double before = gauge("flashsale.reserved");
    assertThat(gauge("flashsale.sales.open")).isPositive();
    database.away = true;
    Servers.redis().command("HINCRBY", new KeySpace(Long.parseLong(sale)).sale(), "reserved", "12");
    meters.read();
    assertThat(gauge("flashsale.reserved")).isGreaterThanOrEqualTo(before + 12);
    assertThat(gauge("flashsale.sales.open")).isNaN();
    assertThat(gauge("flashsale.reconcile.difference")).isNaN();
  }
}
