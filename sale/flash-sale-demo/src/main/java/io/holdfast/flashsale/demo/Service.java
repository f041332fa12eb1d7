package io.holdfast.flashsale.demo;

import java.net.URI;
import java.util.List;

/**
 * Where a running service is, and what is needed to buy there and to check it afterwards.
 *
 * @param uris its instances
 * @param adminToken what operators present
 * @param userSecret what users' tokens are signed with
 * @param redisUri its Redis
 * @param jdbcUrl its PostgreSQL
 */
public record Service(
    List<URI> uris, String adminToken, String userSecret, String redisUri, String jdbcUrl) {}
