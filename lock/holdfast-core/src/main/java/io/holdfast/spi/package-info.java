/**
 * The port to Redis: what a client library must do for the engine.
 *
 * @serial exclude
 */
package io.holdfast.spi;
