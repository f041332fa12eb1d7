/** Embedded servers: a real Redis and a real PostgreSQL, as durable as the promise needs them. */
@org.jspecify.annotations.NullMarked
package io.holdfast.flashsale.demo.servers;
