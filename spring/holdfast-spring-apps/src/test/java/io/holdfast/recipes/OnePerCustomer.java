package io.holdfast.recipes;

import io.holdfast.spring.locked.Locked;
import io.holdfast.spring.locked.Refusal;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.core.annotation.AliasFor;

@Locked(value = "'customer:' + #customerId", waitTime = "${shop.customer-wait:1s}")
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@interface OnePerCustomer {

  @AliasFor(annotation = Locked.class, attribute = "refused")
  Refusal refused() default Refusal.THROW;
}
