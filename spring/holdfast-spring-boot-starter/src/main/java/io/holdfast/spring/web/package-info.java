/** What callers over HTTP are told. */
@NullMarked
package io.holdfast.spring.web;

import org.jspecify.annotations.NullMarked;
