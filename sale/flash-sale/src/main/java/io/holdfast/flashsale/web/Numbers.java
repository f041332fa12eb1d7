package io.holdfast.flashsale.web;

import java.beans.PropertyEditorSupport;
import java.util.regex.Pattern;
import org.springframework.web.bind.WebDataBinder;
import org.springframework.web.bind.annotation.ControllerAdvice;
import org.springframework.web.bind.annotation.InitBinder;

/** Numbers in paths: digits 0 to 9 and nothing else, neither signs nor digits of other scripts. */
@ControllerAdvice
class Numbers {

  private static final Pattern DIGITS = Pattern.compile("[0-9]{1,18}");

  /** An editor, not a converter: after a converter that refuses, the framework tries its own. */
  @InitBinder
  void strictly(WebDataBinder binder) {
    binder.registerCustomEditor(long.class, new Digits());
  }

  private static final class Digits extends PropertyEditorSupport {

    @Override
    public void setAsText(String text) {
      if (!DIGITS.matcher(text).matches()) {
        throw new IllegalArgumentException("'" + text + "': expected 1 to 18 digits");
      }
      setValue(Long.valueOf(text));
    }
  }
}
