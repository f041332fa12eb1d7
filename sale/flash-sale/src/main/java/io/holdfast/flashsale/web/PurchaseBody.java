package io.holdfast.flashsale.web;

import static java.nio.charset.StandardCharsets.UTF_8;

import jakarta.servlet.http.HttpServletRequest;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/** Reads the body of a purchase: {@code {"quantity":1}}. Members it does not know are skipped. */
final class PurchaseBody {

  private static final int MOST_UNITS = 1000;
  private static final JsonFactory JSON = new JsonFactory();
  private static final Pattern JSON_TYPE = Pattern.compile(
      "application/json\\s*(;\\s*charset\\s*=\\s*\"?utf-8\"?\\s*)?", Pattern.CASE_INSENSITIVE);

  private PurchaseBody() {}

  /**
   * How many units.
   *
   * @throws Problem if it does not say, or not properly
   */
  static int quantity(HttpServletRequest request) {
    requireJson(request.getContentType());
    int quantity;
    try (JsonParser parser =
        JSON.createParser(ObjectReadContext.empty(), utf8(HeldBody.of(request)))) {
      quantity = quantity(parser);
    } catch (JacksonException | CharacterCodingException notJson) {
      throw Problem.of(ProblemType.INVALID_REQUEST, "the body is not JSON like {\"quantity\":1}");
    }
    if (quantity < 1 || quantity > MOST_UNITS) {
      throw Problem.of(
          ProblemType.INVALID_REQUEST, "quantity: expected a whole number from 1 to " + MOST_UNITS);
    }
    return quantity;
  }

  private static void requireJson(@Nullable String type) {
    if (type == null
        || !(type.equals("application/json") || JSON_TYPE.matcher(type).matches())) {
      throw Problem.of(
          ProblemType.UNSUPPORTED_MEDIA_TYPE, "Content-Type: expected application/json, in UTF-8");
    }
  }

  /** Not left to the parser, which would guess UTF-16 as well. */
  private static String utf8(byte[] body) throws CharacterCodingException {
    return UTF_8.newDecoder().decode(ByteBuffer.wrap(body)).toString();
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
