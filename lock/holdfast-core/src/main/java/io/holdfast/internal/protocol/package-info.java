/** What is said to the server and what it answers: scripts, names, tokens, the server's clock. */
package io.holdfast.internal.protocol;
