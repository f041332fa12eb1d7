package io.holdfast.flashsale.sale;

import java.util.List;
import javax.sql.DataSource;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Finds sales for operators, a page at a time: those that are not over first, newest first. Thread-safe. */
public final class SaleSearch {

  private static final String FROM = """
       from sales
      where not lab and (archived_at is not null) = :archived
        and (:text = '' or position(lower(:text) in lower(name)) > 0 or id::text = :text)
      """;

  /**
   * A page.
   *
   * @param sales those on it
   * @param total how many there are on all pages
   */
  public record Found(List<Sale> sales, int total) {}

  private final JdbcClient jdbc;

  public SaleSearch(DataSource database) {
    this.jdbc = JdbcClient.create(database);
  }

  /**
   * The sales whose name has this text in it, or whose number it is.
   *
   * @param archived those that are archived, or the others
   * @param page the first is 0
   */
  public Found find(String text, boolean archived, int page, int size) {
    int total = jdbc.sql("select count(*)" + FROM)
        .param("text", text)
        .param("archived", archived)
        .query(Integer.class)
        .single();
    List<Sale> sales = jdbc.sql("select " + SaleStore.COLUMNS + FROM + """
        order by status <> 'CLOSED' and ends_at > now() desc, id desc limit :size offset :skip""")
        .param("text", text)
        .param("archived", archived)
        .param("size", size)
        .param("skip", (long) page * size)
        .query(SaleStore::sale)
        .list();
    return new Found(sales, total);
  }
}
