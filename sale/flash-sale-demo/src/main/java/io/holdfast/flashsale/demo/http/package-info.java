/** A small HTTP client for load: many connections, one thread, one request at a time on each. */
@org.jspecify.annotations.NullMarked
package io.holdfast.flashsale.demo.http;
