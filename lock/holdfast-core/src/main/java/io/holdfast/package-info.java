/**
 * What users import: the lock, its leases, and what can go wrong with them.
 *
 * @serial exclude
 */
package io.holdfast;
