package io.holdfast.flashsale.operating;

import org.jspecify.annotations.Nullable;

/** A key that stands for another wish; nothing has changed. */
public final class KeyReusedException extends RuntimeException {

  private static final long serialVersionUID = 1;

  KeyReusedException(@Nullable String key) {
    super("the key " + key + " was used for another wish");
  }
}
