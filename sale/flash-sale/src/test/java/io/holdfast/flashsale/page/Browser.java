package io.holdfast.flashsale.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.testkit.Eventually;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.logging.Level;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.openqa.selenium.By;
import org.openqa.selenium.JavascriptExecutor;
import org.openqa.selenium.Keys;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.StaleElementReferenceException;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;
import org.openqa.selenium.support.ui.WebDriverWait;

/** A headless Chromium that reaches this machine only, and remembers every complaint and every request. */
final class Browser implements AutoCloseable {

  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final Pattern URL = Pattern.compile("\"url\":\"(\\w+:[^\"]*)\"");

  /** An answer that is no success is a complaint of Chromium's own; the page is meant to get those. */
  private static final String NO_SUCCESS =
      "Failed to load resource: the server responded with a status of";

  private static final String NO_ANSWER = "Failed to load resource: net::ERR_";

  private final ChromeDriver driver;
  private final Duration patience;

  private Browser(ChromeDriver driver, Duration patience) {
    this.driver = driver;
    this.patience = patience;
  }

  private Browser(Path chromium, Path chromeDriver) {
    ChromeOptions options = new ChromeOptions();
    options.setBinary(chromium.toFile());
    options.addArguments(
        "--headless=new",
        "--no-sandbox", // does not start as root or in most containers, and only our own page is
        // loaded
        "--disable-dev-shm-usage",
        "--disable-background-networking",
        "--lang=en-GB",
        "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1");
    LoggingPreferences logs = new LoggingPreferences();
    logs.enable(LogType.BROWSER, Level.ALL);
    logs.enable(LogType.PERFORMANCE, Level.ALL);
    options.setCapability("goog:loggingPrefs", logs);
    File executable = chromeDriver.toFile();
    driver = new ChromeDriver(
        new ChromeDriverService.Builder().usingDriverExecutable(executable).build(), options);
    patience = PATIENCE;
    resize(1200, 900);
  }

  /** The same for what takes its time. */
  Browser patiently() {
    return new Browser(driver, PATIENCE.multipliedBy(9));
  }

  /** Starts one, or says that there is none here. */
  static Optional<Browser> start() {
    Optional<Path> chromium = find("chromium", "chromium-browser", "google-chrome");
    Optional<Path> chromeDriver = find("chromedriver");
    return chromium.flatMap(browser -> chromeDriver.map(with -> new Browser(browser, with)));
  }

  private static Optional<Path> find(String... names) {
    List<Path> folders = Stream.of(
            System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
        .map(Path::of)
        .toList();
    return Stream.of(names)
        .flatMap(name -> folders.stream().map(folder -> folder.resolve(name)))
        .filter(Files::isExecutable)
        .findFirst();
  }

  /** Loads a page as somebody who has never been there. */
  void open(URI address) {
    driver.executeCdpCommand(
        "Storage.clearDataForOrigin",
        Map.of(
            "origin", address.getScheme() + "://" + address.getAuthority(), "storageTypes", "all"));
    driver.get("about:blank"); // another fragment alone would not load anything
    complaints();
    requests();
    driver.get(address.toString());
  }

  /** Loads the page anew, as the same person. */
  void reload() {
    driver.navigate().refresh();
  }

  String address() {
    return String.valueOf(driver.getCurrentUrl());
  }

  void resize(int width, int height) {
    driver.executeCdpCommand(
        "Emulation.setDeviceMetricsOverride",
        Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", width < 600));
  }

  /** The element, once it is to be seen. */
  WebElement see(String css) {
    return await()
        .withMessage("to see " + css)
        .until(it -> driver.findElements(By.cssSelector(css)).stream()
            .filter(WebElement::isDisplayed)
            .findFirst()
            .orElse(null));
  }

  /** Waits until the element is to be seen and its text contains this. */
  void see(String css, String text) {
    await()
        .withMessage(() -> "to see '" + text + "' in " + css + "; it says '" + textOf(css) + "'")
        .until(it -> textOf(css).contains(text));
  }

  /** What can be read in the elements; empty if there is none to be seen. */
  String textOf(String css) {
    return String.join(
        "\n",
        driver.findElements(By.cssSelector(css)).stream()
            .map(WebElement::getText)
            .toList());
  }

  /** Clicks, once it can be clicked. */
  void click(String css) {
    await().withMessage("to click " + css).until(it -> {
      WebElement element = see(css);
      if (!element.isEnabled()) {
        return false;
      }
      element.click();
      return true;
    });
  }

  void type(String css, String text) {
    WebElement input = see(css);
    input.clear();
    input.sendKeys(text);
  }

  /** Presses keys where the focus is. */
  void press(CharSequence... keys) {
    driver.switchTo().activeElement().sendKeys(keys);
  }

  void tab() {
    press(Keys.TAB);
  }

  @Nullable
  Object script(String script, Object... arguments) {
    return ((JavascriptExecutor) driver).executeScript(script, arguments);
  }

  /** Keeps what is to be seen, for somebody to look at. */
  void photograph(String name) {
    try {
      Path folder = Files.createDirectories(Path.of("target", "photographs"));
      Files.write(folder.resolve(name + ".png"), driver.getScreenshotAs(OutputType.BYTES));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  ChromeDriver driver() {
    return driver;
  }

  /** Errors and warnings in the console since the last look, violations of the security policy among them. */
  List<String> complaints() {
    return driver.manage().logs().get(LogType.BROWSER).getAll().stream()
        .filter(entry -> entry.getLevel().intValue() >= Level.WARNING.intValue())
        .map(LogEntry::getMessage)
        .filter(message -> !message.contains(NO_SUCCESS) && !message.contains(NO_ANSWER))
        .toList();
  }

  /** Addresses asked for since the last look. */
  List<String> requests() {
    return driver.manage().logs().get(LogType.PERFORMANCE).getAll().stream()
        .map(LogEntry::getMessage)
        .filter(message -> message.contains("\"Network.requestWillBeSent\""))
        .flatMap(message -> URL.matcher(message).results().map(found -> found.group(1)))
        .distinct()
        .toList();
  }

  /** Fails if the page has complained or has asked anybody but this server for anything. */
  void assertClean(URI home) {
    assertThat(complaints()).isEmpty();
    assertThat(requests())
        .isNotEmpty()
        .allMatch(url -> url.startsWith(home.toString()) || url.matches("(data|blob):.*"));
  }

  private WebDriverWait await() {
    WebDriverWait wait =
        new WebDriverWait(driver, Eventually.scaled(patience), Duration.ofMillis(50));
    wait.ignoring(StaleElementReferenceException.class);
    return wait;
  }

  @Override
  public void close() {
    driver.quit();
  }
}
