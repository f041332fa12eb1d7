package io.holdfast.flashsale.settings;

import io.holdfast.flashsale.fulfilment.Delivery;
import io.holdfast.flashsale.fulfilment.Outbox;
import io.holdfast.flashsale.fulfilment.OutboxEvent;
import io.holdfast.flashsale.ladder.Surroundings;
import io.holdfast.flashsale.order.Orders;
import io.holdfast.flashsale.payment.MoneyAudit;
import io.holdfast.flashsale.payment.PaymentProvider;
import io.holdfast.flashsale.payment.Payments;
import io.holdfast.flashsale.payment.Refunds;
import io.holdfast.flashsale.payment.Webhook;
import io.holdfast.flashsale.sandbox.HttpNotices;
import io.holdfast.flashsale.sandbox.SandboxProvider;
import io.holdfast.flashsale.signing.WebhookSignature;
import io.holdfast.flashsale.work.Backoff;
import io.holdfast.flashsale.work.BoundedPool;
import io.holdfast.flashsale.work.DueWork;
import java.net.URI;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HexFormat;
import java.util.Optional;
import javax.sql.DataSource;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;

/** Money: payments, refunds, the provider and its webhook; and what fulfilment is told. */
@Configuration(proxyBeanMethods = false)
class MoneyConfiguration {

  private static final Duration AUDIT_EVERY = Duration.ofSeconds(15);
  private static final Duration DELIVER_EVERY = Duration.ofMillis(500);
  private static final Duration LONGEST_PAUSE = Duration.ofMinutes(10);
  private static final int WORKERS = 8;
  private static final int SECRET_BYTES = 32;

  @Bean
  WebhookSignature providerSignature(PaymentProperties properties) {
    String secret = properties.webhookSecret();
    byte[] made = new byte[SECRET_BYTES];
    new SecureRandom().nextBytes(made);
    return new WebhookSignature(
        secret == null ? HexFormat.of().formatHex(made) : secret, InstantSource.system());
  }

  @Bean
  @ConditionalOnMissingBean
  PaymentProvider paymentProvider(
      DataSource database,
      ProviderProperties properties,
      WebhookSignature signature,
      Environment environment) {
    HttpNotices notices = new HttpNotices(
        () -> URI.create("http://localhost:" + environment.getProperty("local.server.port")
            + "/api/v1/payments/webhook"),
        signature);
    return new SandboxProvider(database, properties.mischief(), notices);
  }

  @Bean
  Payments payments(
      Surroundings surroundings,
      Orders orders,
      PaymentProvider provider,
      PaymentProperties properties) {
    return new Payments(
        surroundings.database(),
        orders,
        provider,
        surroundings.points(),
        properties.askAgainAfter());
  }

  @Bean
  Refunds refunds(
      Surroundings surroundings, PaymentProvider provider, PaymentProperties properties) {
    return new Refunds(
        surroundings.database(), provider, surroundings.points(), properties.askAgainAfter());
  }

  @Bean
  Webhook providerWebhook(DataSource database, WebhookSignature signature, Refunds refunds) {
    return new Webhook(database, signature, refunds);
  }

  @Bean
  Outbox outbox(DataSource database) {
    return new Outbox(database);
  }

  @Bean(destroyMethod = "")
  BoundedPool paymentPool(PaymentProperties properties) {
    return new BoundedPool("payments", properties.maxAtOnce());
  }

  @Bean(destroyMethod = "")
  MoneyAudit moneyAudit(DataSource database) {
    return new MoneyAudit(database, AUDIT_EVERY);
  }

  @Bean
  Stopping moneyWork(
      Payments payments,
      Refunds refunds,
      Outbox outbox,
      MoneyAudit audit,
      BoundedPool pool,
      Surroundings surroundings,
      FulfilmentProperties properties) {
    DueWork<?> inquiries = payments.inquiries(new BoundedPool("inquiry", WORKERS));
    DueWork<?> refunding = refunds.worker(new BoundedPool("refund", WORKERS));
    Optional<DueWork<OutboxEvent>> delivery = delivery(outbox, surroundings, properties);
    return new Stopping(
        Stopping.WORK,
        () -> {
          inquiries.start();
          refunding.start();
          delivery.ifPresent(DueWork::start);
          audit.start();
        },
        () -> {
          audit.close();
          pool.close();
          inquiries.close();
          refunding.close();
          delivery.ifPresent(DueWork::close);
        });
  }

  private static Optional<DueWork<OutboxEvent>> delivery(
      Outbox outbox, Surroundings surroundings, FulfilmentProperties properties) {
    URI uri = properties.uri();
    String secret = properties.secret();
    if (uri == null || secret == null) {
      return Optional.empty();
    }
    Delivery delivery = new Delivery(
        outbox,
        uri,
        new WebhookSignature(secret, InstantSource.system()),
        properties.answerWithin(),
        surroundings.points());
    return Optional.of(delivery.worker(
        new BoundedPool("delivery", WORKERS),
        new DueWork.Patience(
            DELIVER_EVERY,
            new Backoff(properties.retryAfter(), LONGEST_PAUSE),
            properties.maxTries(),
            "DEAD")));
  }
}
