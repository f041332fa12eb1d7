package io.holdfast.examples.story;

/**
 * One promise of the story, and whether it was kept.
 *
 * @param promise what was promised
 * @param passed whether it was so
 * @param seen what was seen, with its figures
 */
record Check(String promise, boolean passed, String seen) {}
