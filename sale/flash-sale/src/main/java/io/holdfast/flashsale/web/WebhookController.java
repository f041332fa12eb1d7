package io.holdfast.flashsale.web;

import io.holdfast.flashsale.payment.Webhook;
import io.holdfast.flashsale.signing.WebhookSignature;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** What the payment provider tells us. */
@RestController
@Tag(name = "Provider")
class WebhookController {

  private final Webhook webhook;

  WebhookController(Webhook webhook) {
    this.webhook = webhook;
  }

  @PostMapping("/api/v1/payments/webhook")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  @Operation(summary = "An answer of the payment provider, signed; safe to repeat")
  void hear(
      @RequestHeader(name = WebhookSignature.HEADER, required = false) @Nullable String signature,
      @RequestBody byte[] body) {
    switch (webhook.hear(signature, body)) {
      case NOTED -> {}
      case NOT_SIGNED ->
        throw Problem.of(
            ProblemType.UNAUTHORIZED,
            "the header " + WebhookSignature.HEADER
                + " is missing, not of the provider's secret, or of another time");
      case NOT_OURS -> throw Problem.of(ProblemType.NOT_FOUND);
      case MALFORMED ->
        throw Problem.of(
            ProblemType.INVALID_REQUEST,
            "expected {\"attempt\":…,\"outcome\":\"TAKEN\"|\"DECLINED\"|\"RETURNED\"|\"REFUSED\","
                + "\"amountCents\":…} with the amount that was asked for");
    }
  }
}
