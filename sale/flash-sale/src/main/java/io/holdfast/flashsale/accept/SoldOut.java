package io.holdfast.flashsale.accept;

import java.util.Set;

/**
 * What an instance needs in order to answer <i>sold out</i> from memory, all read at one moment.
 *
 * @param available units for sale; only if it is 0 may anybody be answered from memory
 * @param generation changes whenever units come (back): then all this is void
 * @param epoch under which all this counts
 * @param answered {@link KeySpace#field} of every purchase that was accepted: these are to be asked of Redis
 */
public record SoldOut(int available, long generation, long epoch, Set<String> answered) {}
