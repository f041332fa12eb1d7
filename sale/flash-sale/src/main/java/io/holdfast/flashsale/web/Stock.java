package io.holdfast.flashsale.web;

import io.holdfast.flashsale.accept.SaleMemory;
import io.holdfast.flashsale.accept.Standing;
import io.holdfast.flashsale.sale.Sale;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import javax.sql.DataSource;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.simple.JdbcClient;

/** How many units sales have left, wherever their rung keeps that. Thread-safe. */
final class Stock {

  static final Standing NOTHING = new Standing(0, 0, 0, 0, 0);

  private final SaleMemory memory;
  private final JdbcClient jdbc;
  private final Map<Long, Integer> lastShelves = new ConcurrentHashMap<>();

  Stock(SaleMemory memory, DataSource database) {
    this.memory = memory;
    this.jdbc = JdbcClient.create(database);
  }

  /** What is left of each. What Redis does not know, or cannot say just now, counts as nothing left. */
  Map<Long, Integer> available(List<Sale> sales) {
    Map<Long, Standing> standings = standings(sales);
    Map<Long, Integer> shelves = shelvesAsKnown(sales);
    return sales.stream().collect(Collectors.toMap(Sale::id, sale -> switch (sale.rung()) {
      case 10, 11 -> standings.getOrDefault(sale.id(), NOTHING).available();
      case 12 -> sale.total() - sale.sold();
      default -> shelves.getOrDefault(sale.id(), 0);
    }));
  }

  /** Where those stand in Redis that keep their stock there. */
  Map<Long, Standing> standings(List<Sale> sales) {
    Map<Long, CompletableFuture<Optional<Standing>>> asked = sales.stream()
        .filter(sale -> sale.rung() == 10 || sale.rung() == 11)
        .collect(Collectors.toMap(
            Sale::id, sale -> memory.standingAsync(sale.id()).toCompletableFuture()));
    Map<Long, Standing> standings = new HashMap<>();
    asked.forEach((sale, reply) -> standings.put(sale, standing(reply)));
    return standings;
  }

  /** As they were, while the database is away. */
  private Map<Long, Integer> shelvesAsKnown(List<Sale> sales) {
    try {
      Map<Long, Integer> shelves = shelves(sales);
      lastShelves.putAll(shelves);
      return shelves;
    } catch (DataAccessException away) {
      return lastShelves;
    }
  }

  private Map<Long, Integer> shelves(List<Sale> sales) {
    Long[] ids = sales.stream().filter(sale -> sale.rung() <= 9).map(Sale::id).toArray(Long[]::new);
    if (ids.length == 0) {
      return Map.of();
    }
    return jdbc
        .sql("select sale_id, available from shelves where sale_id = any(?)")
        .param(ids)
        .query((row, number) -> Map.entry(row.getLong(1), row.getInt(2)))
        .list()
        .stream()
        .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
  }

  private static Standing standing(CompletableFuture<Optional<Standing>> reply) {
    try {
      return reply.join().orElse(NOTHING);
    } catch (CompletionException away) {
      return NOTHING;
    }
  }
}
