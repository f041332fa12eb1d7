package io.holdfast.flashsale.web;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.enums.ParameterIn;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.ExampleObject;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.parameters.RequestBody;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.security.SecurityRequirement;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/** Buying, for requests that did not come by the {@link PurchaseShortcut}; and what the OpenAPI page says of it. */
@RestController
@Tag(name = "Buyers")
class PurchaseController {

  private final PurchaseHandler handler;

  PurchaseController(PurchaseHandler handler) {
    this.handler = handler;
  }

  @PostMapping("/api/v1/sales/{sale}/orders")
  @Operation(
      summary = "Buy; safe to repeat with the same key",
      parameters =
          @Parameter(
              in = ParameterIn.HEADER,
              name = "Idempotency-Key",
              required = true,
              description = "1 to 64 of A-Z a-z 0-9 . _ -",
              schema = @Schema(type = "string")),
      requestBody =
          @RequestBody(
              required = true,
              content =
                  @Content(
                      mediaType = "application/json",
                      examples = @ExampleObject("{\"quantity\":1}"))))
  @ApiResponse(
      responseCode = "202",
      description = "Accepted: the units are the buyer's",
      content = @Content(schema = @Schema(implementation = OrderView.class)))
  @ApiResponse(
      responseCode = "201",
      description = "In the database",
      content = @Content(schema = @Schema(implementation = OrderView.class)))
  @SecurityRequirement(name = "user")
  void buy(@PathVariable long sale, HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    handler.handle(sale, request, response);
  }
}
