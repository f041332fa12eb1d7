@NullMarked
package io.holdfast.flashsale.lab;

import org.jspecify.annotations.NullMarked;
