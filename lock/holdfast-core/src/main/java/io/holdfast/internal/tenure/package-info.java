/** What a client holds on the server, and the leases handed from caller to caller inside it. */
package io.holdfast.internal.tenure;
