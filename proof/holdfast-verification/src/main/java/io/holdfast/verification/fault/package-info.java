/** What is done to clients, servers and the network between them. */
@NullMarked
package io.holdfast.verification.fault;

import org.jspecify.annotations.NullMarked;
