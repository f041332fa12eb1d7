/** The engine's races without a server, under every interleaving that Lincheck's model checker tries. */
@NullMarked
package io.holdfast.verification.races;

import org.jspecify.annotations.NullMarked;
