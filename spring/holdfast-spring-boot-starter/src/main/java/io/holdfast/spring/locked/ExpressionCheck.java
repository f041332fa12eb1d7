package io.holdfast.spring.locked;

import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.Set;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.expression.spel.SpelNode;
import org.springframework.expression.spel.ast.BeanReference;
import org.springframework.expression.spel.ast.CompoundExpression;
import org.springframework.expression.spel.ast.Elvis;
import org.springframework.expression.spel.ast.Operator;
import org.springframework.expression.spel.ast.PropertyOrFieldReference;
import org.springframework.expression.spel.ast.Ternary;
import org.springframework.expression.spel.ast.VariableReference;

/**
 * Finds in a parsed expression what cannot work, before the first call: unknown arguments and beans, and literal
 * text without quotes, which parses ({@code nightly-report} is a subtraction) and fails later.
 */
final class ExpressionCheck {

  private final LockedDeclaration declaration;
  private final String text;
  private final ConfigurableListableBeanFactory beans;
  private final Set<String> variables = new LinkedHashSet<>();

  ExpressionCheck(
      LockedDeclaration declaration, String text, ConfigurableListableBeanFactory beans) {
    this.declaration = declaration;
    this.text = text;
    this.beans = beans;
    String[] names = LockNames.PARAMETER_NAMES.getParameterNames(declaration.method());
    if (names != null) {
      variables.addAll(Arrays.asList(names));
    }
    for (int i = 0; i < declaration.method().getParameterCount(); i++) {
      variables.add("p" + i);
      variables.add("a" + i);
    }
  }

  void check(SpelNode node) {
    check(node, true);
  }

  private void check(SpelNode node, boolean isOfTheCall) {
    if (node instanceof VariableReference) {
      checkVariable(node.toStringAST().substring(1));
    } else if (node instanceof BeanReference bean) {
      checkBean(bean.getName());
    } else if (isOfTheCall && node instanceof PropertyOrFieldReference property) {
      checkProperty(property.getName());
    }
    boolean passesOn = node instanceof Operator || node instanceof Ternary || node instanceof Elvis;
    for (int i = 0; i < node.getChildCount(); i++) {
      boolean isFirstOfPath = node instanceof CompoundExpression && i == 0;
      check(node.getChild(i), isOfTheCall && (passesOn || isFirstOfPath));
    }
  }

  private void checkVariable(String name) {
    if (!name.equals("root") && !name.equals("this") && !variables.contains(name)) {
      throw declaration.wrong("expression \"" + text + "\" uses #" + name
          + ", which is no argument: expected one of " + variables
          + ". If argument names are missing there, compile with -parameters");
    }
  }

  private void checkBean(String name) {
    if (!beans.containsBean(name)) {
      throw declaration.wrong(
          "expression \"" + text + "\" uses @" + name + ", and there is no bean of that name");
    }
  }

  private void checkProperty(String name) {
    if (!CallRoot.PROPERTIES.contains(name)) {
      throw declaration.wrong("expression \"" + text + "\" reads '" + name
          + "' of the call, which has only " + CallRoot.PROPERTIES + "; arguments begin with #. "
          + LockedDeclaration.LITERAL_HINT);
    }
  }
}
