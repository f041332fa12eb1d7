/** The watchdog that keeps held leases alive and says when it could not. */
package io.holdfast.internal.renewal;
