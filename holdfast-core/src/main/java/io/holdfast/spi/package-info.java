/** The port to Redis: what a client library must do for the engine. */
package io.holdfast.spi;
