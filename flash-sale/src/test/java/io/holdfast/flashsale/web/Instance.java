package io.holdfast.flashsale.web;

import io.holdfast.flashsale.FlashSaleApplication;
import io.holdfast.flashsale.Servers;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/** A running instance of the service on the tests' servers and a port of its own. */
public final class Instance implements AutoCloseable {

  public static final String ADMIN = "the-tests-own-admin-token";
  static final String SECRET = "the tests' own secret, long enough to be one";

  private final ConfigurableApplicationContext context;

  private Instance(ConfigurableApplicationContext context) {
    this.context = context;
  }

  /** Starts one; further properties as {@code name=value}. */
  public static Instance start(String name, String... properties) {
    List<String> all = new ArrayList<>(List.of(
        "server.port=0",
        "spring.data.redis.url=" + Servers.redis().uri(),
        "spring.datasource.url=" + Servers.jdbcUrl(),
        "flash-sale.instance=" + name,
        "flash-sale.admin-token=" + ADMIN,
        "flash-sale.user-secret=" + SECRET,
        "flash-sale.guests=true"));
    all.addAll(List.of(properties));
    String[] args = all.stream().map(property -> "--" + property).toArray(String[]::new);
    return new Instance(new SpringApplicationBuilder(FlashSaleApplication.class).run(args));
  }

  public <T> T bean(Class<T> type) {
    return context.getBean(type);
  }

  public URI uri(String path) {
    return URI.create(
        "http://localhost:" + context.getEnvironment().getProperty("local.server.port") + path);
  }

  @Override
  public void close() {
    context.close();
  }
}
