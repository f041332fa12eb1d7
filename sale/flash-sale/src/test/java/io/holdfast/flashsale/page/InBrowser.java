package io.holdfast.flashsale.page;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.Optional;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * Tests with a {@link Browser} as parameter, one for the whole test run: by {@code mvn verify -Dthorough}. Where there is
 * none they are left out, and say so; with {@code -Dflash-sale.browser=required} they fail.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Tag("thorough")
@ExtendWith(InBrowser.Extension.class)
@interface InBrowser {

  /** Starts and hands out the browser. */
  final class Extension implements BeforeAllCallback, ParameterResolver {

    private static final System.Logger LOG = System.getLogger(InBrowser.class.getName());

    private record Found(Optional<Browser> browser) implements AutoCloseable {
      @Override
      public void close() {
        browser.ifPresent(Browser::close);
      }
    }

    @Override
    public void beforeAll(ExtensionContext context) {
      if (found(context).browser().isEmpty()) {
        String message = "tests of the page left out: " + context.getDisplayName()
            + " needs chromium and chromedriver on the PATH (Debian: chromium, chromium-driver)";
        if ("required".equals(System.getProperty("flash-sale.browser"))) {
          throw new IllegalStateException(message);
        }
        LOG.log(System.Logger.Level.WARNING, message);
        Assumptions.abort(message);
      }
    }

    private static Found found(ExtensionContext context) {
      return context
          .getRoot()
          .getStore(Namespace.create(InBrowser.class))
          .computeIfAbsent(Found.class, absent -> new Found(Browser.start()), Found.class);
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
      return parameter.getParameter().getType() == Browser.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
      return found(context).browser().orElseThrow();
    }
  }
}
