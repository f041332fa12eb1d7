package io.holdfast.spring.locked;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.context.expression.BeanFactoryResolver;
import org.springframework.context.expression.MethodBasedEvaluationContext;
import org.springframework.core.DefaultParameterNameDiscoverer;
import org.springframework.core.ParameterNameDiscoverer;
import org.springframework.expression.EvaluationException;
import org.springframework.expression.ParseException;
import org.springframework.expression.spel.standard.SpelExpression;
import org.springframework.expression.spel.standard.SpelExpressionParser;
import org.springframework.util.ObjectUtils;

/** The names of the locks of one annotation: literal text, or expressions over the call. */
final class LockNames {

  static final ParameterNameDiscoverer PARAMETER_NAMES = new DefaultParameterNameDiscoverer();

  private static final SpelExpressionParser PARSER = new SpelExpressionParser();

  private final Method method;
  private final ConfigurableListableBeanFactory beans;
  private final List<SpelExpression> expressions = new ArrayList<>();
  private final @Nullable String literal;

  private LockNames(
      Method method, ConfigurableListableBeanFactory beans, @Nullable String literal) {
    this.method = method;
    this.beans = beans;
    this.literal = literal;
  }

  /** Literal text. */
  static LockNames literal(Method method, ConfigurableListableBeanFactory beans, String text) {
    String name = resolved(beans, text);
    if (name.isBlank()) {
      throw new LockedDeclaration(method).wrong("name '" + text + "' is blank");
    }
    return new LockNames(method, beans, name);
  }

  /** Expressions, parsed and checked now. */
  static LockNames expressions(
      Method method, ConfigurableListableBeanFactory beans, String[] texts) {
    LockNames names = new LockNames(method, beans, null);
    for (String text : texts) {
      names.expressions.add(parsed(method, beans, resolved(beans, text)));
    }
    return names;
  }

  private static SpelExpression parsed(
      Method method, ConfigurableListableBeanFactory beans, String text) {
    LockedDeclaration declaration = new LockedDeclaration(method);
    if (text.isBlank()) {
      throw declaration.wrong("an expression for the name is blank");
    }
    try {
      SpelExpression expression = PARSER.parseRaw(text);
      new ExpressionCheck(declaration, text, beans).check(expression.getAST());
      return expression;
    } catch (ParseException e) {
      throw declaration.wrong(
          "expression \"" + text + "\" does not parse (" + e.getSimpleMessage() + "). "
              + LockedDeclaration.LITERAL_HINT,
          e);
    }
  }

  private static String resolved(ConfigurableListableBeanFactory beans, String text) {
    String resolved = beans.resolveEmbeddedValue(text);
    return resolved == null ? "" : resolved;
  }

  /**
   * The names for this call, as declared, repeated if the expressions repeat them.
   *
   * @throws IllegalArgumentException if a name is null or blank, or an expression gives none or fails
   */
  List<String> of(CallRoot call) {
    if (literal != null) {
      return List.of(literal);
    }
    MethodBasedEvaluationContext context =
        new MethodBasedEvaluationContext(call, method, call.getArgs(), PARAMETER_NAMES);
    context.setBeanResolver(new BeanFactoryResolver(beans));
    List<String> names = new ArrayList<>();
    for (SpelExpression expression : expressions) {
      names.addAll(names(expression, valueOf(expression, context)));
    }
    return names;
  }

  private @Nullable Object valueOf(
      SpelExpression expression, MethodBasedEvaluationContext context) {
    try {
      return expression.getValue(context);
    } catch (EvaluationException e) {
      throw noName(expression, "failed: " + e.getMessage(), e);
    }
  }

  /** One at least: a lock that is left out because there was nothing to name would be missed by nobody. */
  private List<String> names(SpelExpression expression, @Nullable Object value) {
    List<String> names = new ArrayList<>();
    if (value instanceof Collection<?> several) {
      several.forEach(one -> names.add(name(expression, one)));
    } else if (ObjectUtils.isArray(value)) {
      for (Object one : ObjectUtils.toObjectArray(value)) {
        names.add(name(expression, one));
      }
    } else {
      names.add(name(expression, value));
    }
    if (names.isEmpty()) {
      throw noName(expression, "gave no name at all", null);
    }
    return names;
  }

  private String name(SpelExpression expression, @Nullable Object value) {
    String name = value == null ? "" : value.toString();
    if (name.isBlank()) {
      throw noName(expression, value == null ? "gave null" : "gave blank text", null);
    }
    return name;
  }

  private IllegalArgumentException noName(
      SpelExpression expression, String what, @Nullable Throwable cause) {
    return new IllegalArgumentException(
        new LockedDeclaration(method).subject() + ": expression \""
            + expression.getExpressionString() + "\" " + what
            + "; expected the name of a lock. The method was not called",
        cause);
  }
}
