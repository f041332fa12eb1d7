package io.holdfast.flashsale;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.context.properties.ConfigurationPropertiesScan;

/** The service: one instance of it. Instances share Redis and PostgreSQL, and nothing else. */
@SpringBootApplication
@ConfigurationPropertiesScan
public class FlashSaleApplication {

  /** Starts an instance; the arguments are properties. */
  public static void main(String[] args) {
    SpringApplication.run(FlashSaleApplication.class, args);
  }
}
