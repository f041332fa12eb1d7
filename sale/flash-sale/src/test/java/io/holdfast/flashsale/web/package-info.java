@NullMarked
package io.holdfast.flashsale.web;

import org.jspecify.annotations.NullMarked;
