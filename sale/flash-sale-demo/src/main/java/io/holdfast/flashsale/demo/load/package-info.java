/** The load command: buyers over HTTP, faults on the way, the verdict. */
@org.jspecify.annotations.NullMarked
package io.holdfast.flashsale.demo.load;
