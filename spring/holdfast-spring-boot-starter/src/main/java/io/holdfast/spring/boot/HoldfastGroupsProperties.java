package io.holdfast.spring.boot;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How locks are grouped in metrics and observations.
 *
 * @param most how many groups are told apart; locks of all further ones are reported as {@code other}
 */
@ConfigurationProperties("holdfast.groups")
public record HoldfastGroupsProperties(@DefaultValue("64") int most) {}
