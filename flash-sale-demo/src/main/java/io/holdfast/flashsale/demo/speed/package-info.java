/** The speed run: how fast the production path is, and how fast the tutorials. */
@org.jspecify.annotations.NullMarked
package io.holdfast.flashsale.demo.speed;
