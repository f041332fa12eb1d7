package io.holdfast.recipes;

import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

@RestController
class StockController {

  private final Stock stock;

  StockController(Stock stock) {
    this.stock = stock;
  }

  @PostMapping("/take/{sku}")
  String take(@PathVariable String sku) {
    return stock.take(sku) ? "taken" : "sold out";
  }
}
