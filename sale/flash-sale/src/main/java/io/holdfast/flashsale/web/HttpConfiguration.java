package io.holdfast.flashsale.web;

import io.holdfast.flashsale.door.Staff;
import io.holdfast.flashsale.settings.FlashSaleProperties;
import io.swagger.v3.oas.models.Components;
import io.swagger.v3.oas.models.OpenAPI;
import io.swagger.v3.oas.models.info.Info;
import io.swagger.v3.oas.models.security.SecurityScheme;
import jakarta.servlet.DispatcherType;
import java.util.List;
import org.springframework.boot.jackson.autoconfigure.JsonMapperBuilderCustomizer;
import org.springframework.boot.tomcat.ConfigurableTomcatWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.web.filter.CompositeFilter;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.MapperFeature;

/** What a request passes before it reaches its handler. */
@Configuration(proxyBeanMethods = false)
class HttpConfiguration {

  /** Before all others, also those that observe: purchases have meters of their own, and are many. */
  @Bean
  FilterRegistrationBean<CompositeFilter> front(
      PurchaseHandler handler, FlashSaleProperties properties) {
    CompositeFilter filters = new CompositeFilter();
    filters.setFilters(List.of(
        new SecurityHeaders(),
        new PlainPaths(),
        new WholeBody(properties.door().bodyWithin()),
        new PurchaseShortcut(handler)));
    FilterRegistrationBean<CompositeFilter> registration = new FilterRegistrationBean<>(filters);
    registration.setOrder(Ordered.HIGHEST_PRECEDENCE);
    registration.setDispatcherTypes(DispatcherType.REQUEST, DispatcherType.ASYNC);
    return registration;
  }

  /** After Boot's own customizer, so that ours is asked first. */
  @Bean
  @Order(Ordered.LOWEST_PRECEDENCE)
  WebServerFactoryCustomizer<ConfigurableTomcatWebServerFactory> serverErrors() {
    return factory -> factory.addContextCustomizers(
        context -> context.getParent().getPipeline().addValve(new ServerErrors()));
  }

  @Bean
  WebMvcConfigurer adminPaths(Callers callers, Limits limits, Staff staff) {
    return new WebMvcConfigurer() {
      @Override
      public void addInterceptors(InterceptorRegistry registry) {
        registry
            .addInterceptor(new AdminGuard(callers, limits, staff))
            .addPathPatterns("/api/v1/admin/**", "/api/v1/lab/**");
      }
    };
  }

  /** A request that is not exactly what is expected is refused, not interpreted. */
  @Bean
  JsonMapperBuilderCustomizer strictBodies() {
    return mapper -> mapper
        .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
        .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
        .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
        .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
        .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS);
  }

  @Bean
  OpenAPI openApi() {
    return new OpenAPI()
        .info(new Info()
            .title("Flash sale")
            .version("v1")
            .description("Limited stock, a start time, far more buyers than units. Whatever does"
                + " not succeed is a problem (RFC 9457) with a stable type."))
        .components(new Components()
            .addSecuritySchemes("user", bearer("The token of a user"))
            .addSecuritySchemes("admin", bearer("The token of the admins")));
  }

  private static SecurityScheme bearer(String description) {
    return new SecurityScheme()
        .type(SecurityScheme.Type.HTTP)
        .scheme("bearer")
        .description(description);
  }
}
