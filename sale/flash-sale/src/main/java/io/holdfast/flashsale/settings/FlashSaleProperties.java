package io.holdfast.flashsale.settings;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The settings under {@code flash-sale}. None is required, but without an admin token nobody can create a
 * sale, and without a secret a user's token is good for one instance until it restarts.
 *
 * @param instance Name of this instance: different from the others', the same after a restart. Default: host
 *     name and port.
 * @param adminToken What admins present; at least 16 characters. Without it the admin's paths refuse everybody.
 * @param userSecret What users' tokens are signed with, the same in all instances; at least 32 characters.
 *     Default: made up at the start.
 * @param guests Whether anybody may get a token for a name of their choice.
 * @param lab Whether the Lab may be used; it puts load on Redis and PostgreSQL.
 * @param tutorial Whether the tutorials' paths answer.
 * @param payWithin How long an order waits for its payment.
 * @param lockTime Expiry of lock keys on rungs 4 to 7, lease time on rungs 8 and 9.
 * @param patience How long a buyer waits for a lock on rungs 3 to 9.
 * @param accept What Redis must have done before a buyer is told that the order is accepted.
 * @param door Who is let in.
 * @param events Server-sent events.
 * @param jwt Users of your own issuer of tokens.
 */
@ConfigurationProperties("flash-sale")
public record FlashSaleProperties(
    @Nullable String instance,
    @Nullable String adminToken,
    @Nullable String userSecret,
    @DefaultValue("false") boolean guests,
    @DefaultValue("false") boolean lab,
    @DefaultValue("false") boolean tutorial,
    @DefaultValue("15m") Duration payWithin,
    @DefaultValue("10s") Duration lockTime,
    @DefaultValue("2s") Duration patience,
    @DefaultValue Accept accept,
    @DefaultValue Door door,
    @DefaultValue Events events,
    @DefaultValue Jwt jwt) {

  public FlashSaleProperties {
    require(
        instance == null || instance.matches("[A-Za-z0-9._-]{1,64}"),
        "flash-sale.instance",
        instance,
        "1 to 64 of A-Z a-z 0-9 . _ -");
    requireLength("flash-sale.admin-token", adminToken, 16);
    requireLength("flash-sale.user-secret", userSecret, 32);
    requirePositive("flash-sale.pay-within", payWithin);
    requirePositive("flash-sale.lock-time", lockTime);
    requirePositive("flash-sale.patience", patience);
  }

  /**
   * What Redis must have done before a buyer is told that the order is accepted.
   *
   * @param replicas How many replicas must have the order (WAIT); 0 for none. Not on a cluster.
   * @param within How long they may take; then the buyer is told that nobody knows.
   */
  public record Accept(
      @DefaultValue("0") int replicas, @DefaultValue("1s") Duration within) {

    public Accept {
      require(replicas >= 0 && replicas <= 10, "flash-sale.accept.replicas", replicas, "0 to 10");
      requirePositive("flash-sale.accept.within", within);
    }
  }

  /**
   * Who is let in. Rates are bounds for one user and one address, never for a sale: a bound on the sale itself
   * below the drain of its stock would leave units unsold.
   *
   * @param maxInFlight Purchases under way at once in this instance; more are answered 503 at once.
   * @param maxBlocking The same for rungs 1 to 10, where each occupies a thread of the web server.
   * @param perUser Purchases a second for one user; 0 switches the limit off.
   * @param perUserBurst Purchases at once for one user.
   * @param perAddress Purchases a second from one address; 0 switches the limit off. Behind a proxy without
   *     forwarded-for, all buyers have one address.
   * @param perAddressBurst Purchases at once from one address.
   * @param maxTracked Users and addresses remembered, each; when full, those idle longest are forgotten.
   * @param trusted Addresses without limit, for load tests.
   * @param forwardedFor Whether X-Forwarded-For says the buyer's address. Only behind proxies that add to it.
   * @param proxies How many proxies of our own add to X-Forwarded-For: the address is the entry that the first of
   *     them added, counted from the right.
   * @param bodyWithin How long a request's body may take to arrive.
   * @param looksPerUser How often a second one user may look at their orders; 0 switches the limit off.
   */
  public record Door(
      @DefaultValue("512") int maxInFlight,
      @DefaultValue("32") int maxBlocking,
      @DefaultValue("5") int perUser,
      @DefaultValue("10") int perUserBurst,
      @DefaultValue("1000") int perAddress,
      @DefaultValue("2000") int perAddressBurst,
      @DefaultValue("100000") int maxTracked,
      @DefaultValue List<String> trusted,
      @DefaultValue("false") boolean forwardedFor,
      @DefaultValue("1") int proxies,
      @DefaultValue("5s") Duration bodyWithin,
      @DefaultValue("20") int looksPerUser) {

    public Door {
      require(maxInFlight > 0, "flash-sale.door.max-in-flight", maxInFlight, "1 or more");
      require(maxBlocking > 0, "flash-sale.door.max-blocking", maxBlocking, "1 or more");
      require(perUser >= 0, "flash-sale.door.per-user", perUser, "0 or more");
      require(perUserBurst > 0, "flash-sale.door.per-user-burst", perUserBurst, "1 or more");
      require(
          perAddress == 0 || perAddress >= perUser,
          "flash-sale.door.per-address",
          perAddress,
          "0, or not below flash-sale.door.per-user, which is " + perUser);
      require(
          perAddressBurst >= perUserBurst,
          "flash-sale.door.per-address-burst",
          perAddressBurst,
          "not below flash-sale.door.per-user-burst, which is " + perUserBurst);
      require(maxTracked >= 1000, "flash-sale.door.max-tracked", maxTracked, "1000 or more");
      require(proxies >= 1 && proxies <= 10, "flash-sale.door.proxies", proxies, "1 to 10");
      requirePositive("flash-sale.door.body-within", bodyWithin);
      require(looksPerUser >= 0, "flash-sale.door.looks-per-user", looksPerUser, "0 or more");
      trusted = List.copyOf(trusted);
    }
  }

  /**
   * Server-sent events.
   *
   * @param maxStreams Streams open at once in this instance; more are answered 503. A tenth is kept for buyers
   *     who follow an order.
   * @param maxPerAddress Streams open at once from one address; more are answered 429.
   */
  public record Events(
      @DefaultValue("1000") int maxStreams,
      @DefaultValue("100") int maxPerAddress) {

    public Events {
      require(maxStreams > 0, "flash-sale.events.max-streams", maxStreams, "1 or more");
      require(maxPerAddress > 0, "flash-sale.events.max-per-address", maxPerAddress, "1 or more");
    }
  }

  /**
   * Users of your own issuer of tokens (OpenID Connect). All three or none.
   *
   * @param issuer What the claim iss has to be.
   * @param audience What the claim aud has to be or contain.
   * @param jwks The issuer's public keys (JWKS): a path, or an address that begins with http.
   */
  public record Jwt(
      @Nullable String issuer,
      @Nullable String audience,
      @Nullable String jwks) {

    public Jwt {
      boolean isAny = issuer != null || audience != null || jwks != null;
      require(!isAny || issuer != null, "flash-sale.jwt.issuer", issuer, ALL_THREE);
      require(!isAny || audience != null, "flash-sale.jwt.audience", audience, ALL_THREE);
      require(!isAny || jwks != null, "flash-sale.jwt.jwks", jwks, ALL_THREE);
    }
  }

  private static final String ALL_THREE =
      "flash-sale.jwt.issuer, audience and jwks all set, or none of them";

  static void requireLength(String property, @Nullable String value, int atLeast) {
    require(
        value == null || value.length() >= atLeast,
        property,
        "…", // never in a log
        "at least " + atLeast + " characters");
  }

  static void requirePositive(String property, Duration value) {
    require(!value.isNegative() && !value.isZero(), property, value, "more than zero");
  }

  static void require(boolean condition, String property, @Nullable Object value, String expected) {
    if (!condition) {
      throw new IllegalArgumentException(property + " is '" + value + "': expected " + expected);
    }
  }
}
