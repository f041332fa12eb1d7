package io.holdfast.internal.waiting;

import io.holdfast.LeaseOptions;
import io.holdfast.internal.tenure.Origin;

/**
 * What a caller wants.
 *
 * @param leaseMillis the lease time that follows from the options and the client's settings
 * @param replicas how many replicas are to acknowledge the grant
 * @param origin who asks, and where
 */
record Wish(LeaseOptions options, long leaseMillis, int replicas, Origin origin) {}
