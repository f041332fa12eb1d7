/** The flash sale on embedded servers: what ./demo starts. */
@org.jspecify.annotations.NullMarked
package io.holdfast.flashsale.demo;
