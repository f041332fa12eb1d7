package io.holdfast.apps;

import io.holdfast.spring.boot.HoldfastAutoConfiguration;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import org.springframework.boot.SpringBootVersion;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * An application that does what its standard input says, a command a line, and tells it on its standard output:
 * {@code count 100}, {@code hold lock}, {@code try lock}, {@code await lock}.
 */
@SpringBootApplication
public class ShopApplication {

  /** Starts it; the arguments are settings of Spring Boot. */
  public static void main(String[] args) throws IOException {
    ConfigurableApplicationContext context = new SpringApplicationBuilder(ShopApplication.class)
        .web(WebApplicationType.NONE)
        .properties(
            "spring.main.banner-mode=off",
            "spring.main.keep-alive=true",
            "spring.main.log-startup-info=false",
            "logging.level.root=warn")
        .run(args);
    Shop shop = context.getBean(Shop.class);
    say("ready " + SpringBootVersion.getVersion() + " "
        + HoldfastAutoConfiguration.class.getProtectionDomain().getCodeSource().getLocation());
    BufferedReader input =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = input.readLine(); line != null; line = input.readLine()) {
      String[] words = line.split(" ", -1);
      Thread worker = new Thread(() -> say(answer(shop, words[0], words[1])), line);
      worker.setDaemon(true);
      worker.start();
    }
  }

  private static String answer(Shop shop, String command, String argument) {
    try {
      return switch (command) {
        case "count" -> "counted " + shop.count(Integer.parseInt(argument));
        case "hold" -> shop.hold(argument, null);
        case "try" -> shop.tryNow(argument);
        case "await" -> shop.await(argument);
        default -> "unknown " + command;
      };
    } catch (RuntimeException e) {
      return command + " failed " + e.getClass().getSimpleName() + " " + e.getMessage();
    }
  }

  static synchronized void say(String line) {
    System.out.println(line);
    System.out.flush();
  }
}
