/** The API over HTTP: buyers, admins, the Lab, events, and a problem for whatever does not succeed. */
@NullMarked
package io.holdfast.flashsale.web;

import org.jspecify.annotations.NullMarked;
