package io.holdfast.flashsale.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.flashsale.web.WebInstance;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How the files of the page are served. */
class PageFilesIT {

  @ParameterizedTest
  @ValueSource(strings = {"/", "/style.css", "/icon.svg", "/js/main.js"})
  void file_always_sentAnew(String path) throws Exception {
    HttpRequest request = HttpRequest.newBuilder(WebInstance.alice().uri(path)).build();
    HttpResponse<String> response =
        HttpClient.newHttpClient().send(request, BodyHandlers.ofString());
    HttpHeaders headers = response.headers();
    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(headers.firstValue("Cache-Control")).contains("no-cache");
    assertThat(headers.firstValue("Last-Modified")).isEmpty();
    assertThat(headers.firstValue("Content-Security-Policy").orElseThrow())
        .startsWith("default-src 'self'");
  }
}
