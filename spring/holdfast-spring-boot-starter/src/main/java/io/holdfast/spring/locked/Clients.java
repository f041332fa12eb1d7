package io.holdfast.spring.locked;

import io.holdfast.Holdfast;
import java.util.Arrays;
import java.util.List;
import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.beans.factory.NoUniqueBeanDefinitionException;
import org.springframework.beans.factory.annotation.BeanFactoryAnnotationUtils;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.config.NamedBeanHolder;

/**
 * The clients of the application, of which an annotation may choose one.
 *
 * @param beans among which they are
 */
record Clients(ConfigurableListableBeanFactory beans) {

  /**
   * The name of the bean with that name or qualifier; it need not exist yet as an object.
   *
   * @throws IllegalStateException if there is none, or more than one
   */
  String nameOf(LockedDeclaration declaration, String client) {
    List<String> all = names();
    List<String> meant = all.stream()
        .filter(name -> BeanFactoryAnnotationUtils.isQualifierMatch(client::equals, name, beans))
        .toList();
    if (meant.size() != 1) {
      throw declaration.wrong("client \"" + client + "\" is the name or qualifier of "
          + (meant.isEmpty() ? "no bean" : "several beans, " + meant + ",")
          + " of type Holdfast: expected one of " + all);
    }
    return meant.get(0);
  }

  /** Whether an annotation may have to choose. */
  boolean areSeveral() {
    return names().size() > 1;
  }

  /**
   * The client of that bean name; the only or primary one if it is empty.
   *
   * @throws IllegalStateException if it is empty, and there are several clients and none is primary
   */
  NamedBeanHolder<Holdfast> get(LockedDeclaration declaration, String beanName) {
    if (!beanName.isEmpty()) {
      return new NamedBeanHolder<>(beanName, beans.getBean(beanName, Holdfast.class));
    }
    try {
      return beans.resolveNamedBean(Holdfast.class);
    } catch (NoUniqueBeanDefinitionException e) {
      List<String> all = names();
      throw declaration.wrong(
          "which of the beans " + all + " of type Holdfast has its lock? Write @Locked(client = \""
              + all.get(0) + "\"), or mark one of the beans @Primary",
          e);
    }
  }

  private List<String> names() {
    return Arrays.asList(
        BeanFactoryUtils.beanNamesForTypeIncludingAncestors(beans, Holdfast.class, true, false));
  }
}
