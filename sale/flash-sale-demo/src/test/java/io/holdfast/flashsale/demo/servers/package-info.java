@org.jspecify.annotations.NullMarked
package io.holdfast.flashsale.demo.servers;
