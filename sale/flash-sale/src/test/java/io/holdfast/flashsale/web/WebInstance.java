package io.holdfast.flashsale.web;

import io.holdfast.flashsale.FlashSaleApplication;
import io.holdfast.flashsale.Servers;
import io.holdfast.flashsale.TestProvider;
import io.holdfast.flashsale.payment.PaymentProvider;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.support.GenericApplicationContext;

/** A running instance of the service on the tests' servers and a port of its own. */
public final class WebInstance implements AutoCloseable {

  public static final String ADMIN = "the-tests-own-admin-token";
  public static final String VIEWER = "the-tests-own-viewer-token";
  static final String SECRET = "the tests' own secret, long enough to be one";

  private final ConfigurableApplicationContext context;

  private WebInstance(ConfigurableApplicationContext context) {
    this.context = context;
  }

  /** Starts one; further properties as {@code name=value}. */
  public static WebInstance start(String name, String... properties) {
    return startWith(name, context -> {}, properties);
  }

  /** Starts one whose payments go to that provider. */
  static WebInstance start(String name, TestProvider provider, String... properties) {
    return startWith(
        name,
        context -> ((GenericApplicationContext) context)
            .registerBean(
                "provider", PaymentProvider.class, () -> provider, bean -> bean.setPrimary(true)),
        properties);
  }

  /** Starts one after something was done to its context. */
  static WebInstance startWith(
      String name,
      ApplicationContextInitializer<ConfigurableApplicationContext> initializer,
      String... properties) {
    List<String> all = List.of(
        "server.port=0",
        "management.server.port=0",
        "spring.data.redis.url=" + Servers.redis().uri(),
        "spring.datasource.url=" + Servers.jdbcUrl(),
        "flash-sale.instance=" + name,
        "flash-sale.admin-token=" + ADMIN,
        "flash-sale.user-secret=" + SECRET,
        "flash-sale.provider.delay=0ms");
    Map<String, String> args = new LinkedHashMap<>();
    Stream.concat(all.stream(), Stream.of(properties))
        .forEach(
            property -> args.put(property.substring(0, property.indexOf('=')), "--" + property));
    return new WebInstance(new SpringApplicationBuilder(FlashSaleApplication.class)
        .initializers(initializer)
        .run(args.values().toArray(String[]::new)));
  }

  /**
   * One for all tests of the JVM, with everything switched on. It believes X-Forwarded-For, and has narrow limits for
   * whoever comes from another address than this machine's.
   */
  public static WebInstance alice() {
    return Alice.INSTANCE;
  }

  /** Another one for all tests, with little switched on, few purchases at once, and little patience with Redis. */
  static WebInstance bob() {
    return Bob.INSTANCE;
  }

  private static final class Alice {
    static final WebInstance INSTANCE = start(
        "alice",
        "flash-sale.guests=true",
        "flash-sale.lab=true",
        "flash-sale.tutorial=true",
        "springdoc.api-docs.enabled=true",
        "flash-sale.operating.viewers.vera=" + VIEWER,
        "flash-sale.door.forwarded-for=true",
        "flash-sale.door.trusted=127.0.0.1",
        "flash-sale.door.per-user=1",
        "flash-sale.door.per-user-burst=3",
        "flash-sale.door.per-address=2",
        "flash-sale.door.per-address-burst=8",
        "flash-sale.events.max-streams=4");
  }

  private static final class Bob {
    static final WebInstance INSTANCE = start(
        "bob",
        "spring.data.redis.timeout=700ms",
        "flash-sale.door.max-in-flight=2",
        "flash-sale.provider.failure-rate=1");
  }

  public <T> T bean(Class<T> type) {
    return context.getBean(type);
  }

  /** Where it answers: on its port for sales, and for what is not for buyers on the other one. */
  public URI uri(String path) {
    return path.startsWith("/actuator") ? at("local.management.port", path) : salesUri(path);
  }

  /** On its port for sales, whatever the path. */
  URI salesUri(String path) {
    return at("local.server.port", path);
  }

  private URI at(String port, String path) {
    return URI.create("http://127.0.0.1:" + context.getEnvironment().getProperty(port) + path);
  }

  @Override
  public void close() {
    context.close();
  }
}
