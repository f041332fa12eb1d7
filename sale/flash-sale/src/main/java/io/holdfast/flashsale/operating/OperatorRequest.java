package io.holdfast.flashsale.operating;

import org.jspecify.annotations.Nullable;

/**
 * What somebody asks for. The same key stands for the same wish: asked again, it is not done again.
 *
 * @param actor who
 * @param action what, in one word
 * @param key the asker's name for it; null for what may be done twice
 * @param text all that was said
 */
public record OperatorRequest(
    String actor, String action, @Nullable String key, String text) {}
