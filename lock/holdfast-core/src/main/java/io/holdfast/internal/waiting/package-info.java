/** The local queue of each lock name, and the delegate that talks to the server for everybody in it. */
package io.holdfast.internal.waiting;
