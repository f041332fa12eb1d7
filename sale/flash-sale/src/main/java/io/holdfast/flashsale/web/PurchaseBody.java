package io.holdfast.flashsale.web;

import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.io.InputStream;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/** Reads the body of a purchase: {@code {"quantity":1}}. Members it does not know are skipped. */
final class PurchaseBody {

  private static final int MOST_UNITS = 1000;
  private static final JsonFactory JSON = new JsonFactory();

  private PurchaseBody() {}

  /**
   * How many units.
   *
   * @throws Problem if it does not say, or not properly
   */
  static int quantity(HttpServletRequest request) throws IOException {
    int length = request.getContentLength();
    InputStream in = request.getInputStream();
    byte[] body = in.readNBytes(length < 0 ? BodyLimit.MOST + 1 : length);
    int quantity;
    try (JsonParser parser = JSON.createParser(ObjectReadContext.empty(), body)) {
      quantity = quantity(parser);
    } catch (JacksonException notJson) {
      throw Problem.of(ProblemType.INVALID_REQUEST, "the body is not JSON like {\"quantity\":1}");
    }
    if (quantity < 1 || quantity > MOST_UNITS) {
      throw Problem.of(
          ProblemType.INVALID_REQUEST, "quantity: expected a whole number from 1 to " + MOST_UNITS);
    }
    return quantity;
  }

  /** 0 if there is no proper one. */
  private static int quantity(JsonParser parser) {
    int quantity = 0;
    if (parser.nextToken() != JsonToken.START_OBJECT) {
      return 0;
    }
    while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
      boolean isQuantity = "quantity".equals(parser.currentName());
      JsonToken value = parser.nextToken();
      if (isQuantity) {
        quantity = value == JsonToken.VALUE_NUMBER_INT ? whole(parser) : 0;
      }
      parser.skipChildren();
    }
    return parser.currentToken() == JsonToken.END_OBJECT && parser.nextToken() == null
        ? quantity
        : 0;
  }

  private static int whole(JsonParser parser) {
    long value = parser.getNumberType() == JsonParser.NumberType.INT ? parser.getIntValue() : 0;
    return (int) Math.max(0, Math.min(value, MOST_UNITS + 1));
  }
}
