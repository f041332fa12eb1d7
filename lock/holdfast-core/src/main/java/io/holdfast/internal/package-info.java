/** The engine: caller, local queue (waiting), tenure, protocol, gateway. Not for users. */
package io.holdfast.internal;
