/** Instances of the service as processes that can be killed. */
@org.jspecify.annotations.NullMarked
package io.holdfast.flashsale.demo.instance;
