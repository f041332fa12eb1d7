package io.holdfast.flashsale.ladder;

/**
 * What there is to say about a rung.
 *
 * @param number 1 to 12
 * @param name its short name
 * @param what what it does
 * @param breaks what breaks it, in a few words
 * @param why the same for somebody who has read nothing
 * @param fault the fault that shows it
 * @param expected the first word of the verdict when two instances or more suffer that fault: EXACT, OVERSOLD,
 *     LOST or STUCK
 */
public record RungInfo(
    int number,
    String name,
    String what,
    String breaks,
    String why,
    InstanceFault fault,
    String expected) {}
