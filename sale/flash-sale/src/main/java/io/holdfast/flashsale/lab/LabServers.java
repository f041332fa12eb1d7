package io.holdfast.flashsale.lab;

import io.holdfast.flashsale.accept.KeySpace;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.async.RedisAsyncCommands;
import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.DefaultClientResources;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.springframework.jdbc.core.simple.JdbcClient;

/** What a run has: the two servers, seen without any relay, and the threads its clients share. */
final class LabServers implements AutoCloseable {

  private static final List<String> TABLES =
      List.of("dead_letters", "findings", "orders", "shelves");

  private final RedisURI uri;
  private final DataSource database;
  private final ClientResources resources;
  private final RedisClient client;
  private final StatefulRedisConnection<String, String> connection;

  LabServers(RedisURI uri, DataSource database) {
    this.uri = uri;
    this.database = database;
    resources = DefaultClientResources.create();
    client = RedisClient.create(resources, uri);
    try {
      connection = client.connect();
    } catch (RuntimeException e) {
      close();
      throw e;
    }
  }

  RedisURI uri() {
    return uri;
  }

  DataSource database() {
    return database;
  }

  ClientResources resources() {
    return resources;
  }

  RedisAsyncCommands<String, String> redis() {
    return connection.async();
  }

  /** Nothing of that sale is left. */
  void forget(long saleId) {
    KeySpace keys = new KeySpace(saleId);
    connection
        .sync()
        .del(
            keys.sale(),
            keys.answers(),
            keys.users(),
            keys.reserved(),
            keys.stream(),
            keys.released(),
            "fs:{" + saleId + "}:lock");
    JdbcClient jdbc = JdbcClient.create(database);
    TABLES.forEach(table ->
        jdbc.sql("delete from " + table + " where sale_id = ?").param(saleId).update());
    jdbc.sql("delete from holdfast_fence where resource like ?")
        .param("%:" + saleId)
        .update();
    jdbc.sql("delete from sales where id = ?").param(saleId).update();
  }

  @Override
  public void close() {
    client.shutdown(0, 2, TimeUnit.SECONDS);
    boolean unused =
        resources.shutdown(0, 2, TimeUnit.SECONDS).awaitUninterruptibly(3, TimeUnit.SECONDS);
  }
}
