package io.holdfast.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.springframework.aot.hint.predicate.RuntimeHintsPredicates.proxies;
import static org.springframework.aot.hint.predicate.RuntimeHintsPredicates.reflection;
import static org.springframework.aot.hint.predicate.RuntimeHintsPredicates.resource;

import io.holdfast.Holdfast;
import io.holdfast.Lease;
import io.holdfast.spring.locked.CallRoot;
import io.holdfast.spring.locked.LockRefusedException;
import io.holdfast.spring.locked.Locked;
import io.holdfast.testkit.memory.InMemoryServer;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.reflect.Method;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;
import org.springframework.aot.test.generate.TestGenerationContext;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.autoconfigure.context.PropertyPlaceholderAutoConfiguration;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.aot.ApplicationContextAotGenerator;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.core.annotation.AliasFor;
import org.springframework.core.io.Resource;
import org.springframework.core.io.support.PathMatchingResourcePatternResolver;
import org.springframework.core.io.support.SpringFactoriesLoader;
import org.springframework.core.test.tools.CompileWithForkedClassLoader;
import org.springframework.core.test.tools.Compiled;
import org.springframework.core.test.tools.TestCompiler;
import org.springframework.util.ReflectionUtils;

/** What a native image is told to keep; and the code that is generated for it, run here. */
class NativeImageTest {

  private static final InMemoryServer SERVER = new InMemoryServer();

  @Locked(name = "", fallback = "busy")
  @Retention(RetentionPolicy.RUNTIME)
  @interface OnePerSku {
    @AliasFor(annotation = Locked.class, attribute = "value")
    String[] key();
  }

  static class Stock {
    @Locked(value = "'stock:' + #root.methodName + #sku", waitTime = "0", fallback = "busy")
    public String take(String sku) {
      return "taken under " + SERVER.keys();
    }

    @SuppressWarnings("unused")
    private String busy(String sku, LockRefusedException refusal) {
      return "busy: " + refusal.lockName();
    }
  }

  public interface Counting { // proxied by a class loader of its own
    String count(String sku);
  }

  /** Proxied by its interface: nobody but the annotation has its methods kept. */
  static class Counter implements Counting {
    @Override
    @OnePerSku(key = "#p0")
    public String count(String sku) {
      return "counted under " + SERVER.keys();
    }

    @SuppressWarnings("unused")
    private String busy(String sku) {
      return "busy";
    }
  }

  @Configuration(proxyBeanMethods = false)
  @ImportAutoConfiguration({
    PropertyPlaceholderAutoConfiguration.class,
    LockedAutoConfiguration.class
  })
  static class Application {
    @Bean
    Holdfast holdfast() {
      return SERVER.connect();
    }

    @Bean
    Stock stock() {
      return new Stock();
    }

    @Bean
    Counter counter() {
      return new Counter();
    }
  }

  private final RuntimeHints hints = new RuntimeHints();

  @BeforeEach
  void register() {
    SpringFactoriesLoader.forResourceLocation("META-INF/spring/aot.factories")
        .load(RuntimeHintsRegistrar.class)
        .stream()
        .filter(one -> one.getClass().getName().startsWith("io.holdfast."))
        .forEach(one -> one.registerHints(hints, getClass().getClassLoader()));
  }

  @Test
  void hints_scriptsAndServices_areKept() throws Exception {
    Resource[] scripts = new PathMatchingResourcePatternResolver()
        .getResources("classpath*:io/holdfast/internal/protocol/*.lua");
    assertThat(scripts).hasSizeGreaterThan(3);
    for (Resource script : scripts) {
      assertThat(resource().forResource("io/holdfast/internal/protocol/" + script.getFilename()))
          .accepts(hints);
    }
    assertThat(resource().forResource("META-INF/services/io.holdfast.spi.GatewayProvider"))
        .accepts(hints);
    assertThat(reflection()
            .onConstructor(
                Class.forName("io.holdfast.lettuce.LettuceGatewayProvider").getConstructor())
            .invoke())
        .accepts(hints);
  }

  @Test
  void hints_annotationAndItsExpressions_areKept() throws Exception {
    assertThat(proxies().forInterfaces(Locked.class)).accepts(hints);
    assertThat(reflection().onMethod(Locked.class, "waitTime").invoke()).accepts(hints);
    assertThat(reflection().onMethod(Locked.Several.class, "value").invoke()).accepts(hints);
    assertThat(reflection().onMethod(CallRoot.class, "getMethodName").invoke()).accepts(hints);
  }

  @Test
  @CompileWithForkedClassLoader
  void generatedApplication_guardsItsMethods_andItsBeansAreKept() {
    TestGenerationContext generation = new TestGenerationContext();
    AnnotationConfigApplicationContext source = new AnnotationConfigApplicationContext();
    source.register(Application.class);
    new ApplicationContextAotGenerator().processAheadOfTime(source, generation);
    generation.writeGeneratedContent();

    for (Method kept : ReflectionUtils.getDeclaredMethods(Counter.class)) {
      assertThat(reflection().onMethod(kept).invoke())
          .as("%s", kept)
          .accepts(generation.getRuntimeHints());
    }
    TestCompiler.forSystem().with(generation).compile(compiled -> {
      try (GenericApplicationContext application = new GenericApplicationContext();
          Holdfast somebodyElse = SERVER.connect()) {
        initializer(compiled).initialize(application);
        application.refresh();
        Stock stock = application.getBean(Stock.class);
        assertThat(application.getBean(Counting.class).count("7")).isEqualTo("counted under [7]");
        assertThat(stock.take("7")).isEqualTo("taken under [stock:take7]");
        try (Lease lease = somebodyElse.lock("stock:take7").tryAcquire().orElseThrow()) {
          assertThat(lease.isHeld()).isTrue();
          assertThat(stock.take("7")).isEqualTo("busy: stock:take7");
        }
      }
    });
  }

  @SuppressWarnings("unchecked") // what is generated takes any
  private static ApplicationContextInitializer<GenericApplicationContext> initializer(
      Compiled compiled) {
    return compiled.getInstance(ApplicationContextInitializer.class);
  }
}
