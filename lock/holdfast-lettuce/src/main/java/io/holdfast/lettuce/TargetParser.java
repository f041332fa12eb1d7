package io.holdfast.lettuce;

import io.lettuce.core.RedisURI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads URIs. What Lettuce reads itself is left to it; the other forms are put together from it. */
final class TargetParser {

  private static final String EXPECTED =
      "expected redis://[[user:]password@]host[:port][/database], rediss://…,"
          + " redis-sentinel://host[:port],host[:port][/database]#primary,"
          + " redis-cluster://host[:port],host[:port] (rediss-cluster:// for TLS)"
          + " or redis-replicas://host[:port],host[:port]";

  private static final Map<String, Target.Form> FORMS = Map.of(
      "redis", Target.Form.SERVER,
      "rediss", Target.Form.SERVER,
      "redis-sentinel", Target.Form.SENTINEL,
      "rediss-sentinel", Target.Form.SENTINEL,
      "redis-cluster", Target.Form.CLUSTER,
      "rediss-cluster", Target.Form.CLUSTER,
      "redis-replicas", Target.Form.REPLICAS,
      "rediss-replicas", Target.Form.REPLICAS);

  private static final Pattern SHAPE = Pattern.compile(
      "(?<scheme>[a-z-]+)://(?:(?<login>.*)@)?(?<hosts>[^@/?#]+)(?:/(?<db>[^?#]*))?(?<rest>(?:\\?[^#]*)?(?:#.*)?)");
  private static final Pattern HOST =
      Pattern.compile("(?:\\[[0-9a-fA-F:.%]+]|[^\\s:\\[\\]]+)(?::(?<port>\\d{1,5}))?");

  private TargetParser() {}

  static Target parse(String uri) {
    Matcher matcher = SHAPE.matcher(uri.trim());
    if (!matcher.matches()) {
      throw bad(uri, EXPECTED);
    }
    String scheme = matcher.group("scheme");
    Target.Form form = FORMS.get(scheme);
    if (form == null) {
      throw bad(uri, EXPECTED);
    }
    String database = matcher.group("db") == null ? "" : matcher.group("db");
    checkDatabase(uri, form, database);
    List<String> hosts = List.of(matcher.group("hosts").split(",", -1));
    checkHosts(uri, form, hosts);
    String login = matcher.group("login") == null ? "" : matcher.group("login");
    String rest = matcher.group("rest");
    if (form == Target.Form.SENTINEL && !rest.matches(".*#.+")) {
      throw bad(
          uri,
          "the name of the primary is missing: redis-sentinel://host[:port][,host[:port]]#name");
    }
    List<RedisURI> addresses = new ArrayList<>();
    String prefix = (scheme.startsWith("rediss") ? "rediss" : "redis")
        + (form == Target.Form.SENTINEL ? "-sentinel" : "") + "://"
        + (login.isEmpty() ? "" : login + "@");
    String suffix = (database.isEmpty() ? "" : "/" + database) + rest;
    for (String host : form == Target.Form.SENTINEL ? List.of(String.join(",", hosts)) : hosts) {
      addresses.add(create(uri, prefix + host + suffix));
    }
    return new Target(form, addresses, display(scheme, hosts, database, rest));
  }

  private static RedisURI create(String uri, String single) {
    try {
      return RedisURI.create(single);
    } catch (RuntimeException e) {
      // Not as cause: its message may hold the password.
      throw bad(
          uri, "special characters in user and password must be percent-encoded; " + EXPECTED);
    }
  }

  private static void checkDatabase(String uri, Target.Form form, String database) {
    if (!database.isEmpty() && !database.matches("\\d{1,6}")) {
      throw bad(uri, "the database must be a number; " + EXPECTED);
    }
    if (form == Target.Form.CLUSTER && !database.isEmpty() && Integer.parseInt(database) != 0) {
      throw bad(uri, "a cluster has only database 0");
    }
  }

  private static void checkHosts(String uri, Target.Form form, List<String> hosts) {
    if (form == Target.Form.SERVER && hosts.size() > 1) {
      throw bad(uri, "several hosts need redis-cluster://, redis-sentinel:// or redis-replicas://");
    }
    for (String host : hosts) {
      Matcher matcher = HOST.matcher(host);
      if (!matcher.matches()) {
        throw bad(uri, "'" + host + "' is not host[:port]; " + EXPECTED);
      }
      String port = matcher.group("port");
      if (port != null && (Integer.parseInt(port) < 1 || Integer.parseInt(port) > 65535)) {
        throw bad(uri, "port " + port + " is not between 1 and 65535");
      }
    }
  }

  private static String display(String scheme, List<String> hosts, String database, String rest) {
    int name = rest.indexOf('#');
    return scheme + "://" + String.join(",", hosts) + (database.isEmpty() ? "" : "/" + database)
        + (name < 0 ? "" : rest.substring(name));
  }

  private static IllegalArgumentException bad(String uri, String expected) {
    return new IllegalArgumentException("not a Redis URI: '" + masked(uri) + "': " + expected);
  }

  /** Whatever stands between the scheme and the last '@' may be a password. */
  static String masked(String uri) {
    int at = uri.lastIndexOf('@');
    if (at < 0) {
      return uri;
    }
    int scheme = uri.indexOf("://");
    int start = scheme < 0 || scheme > at ? 0 : scheme + 3;
    int colon = uri.indexOf(':', start);
    String user = colon < 0 || colon > at ? "" : uri.substring(start, colon) + ":";
    return uri.substring(0, start) + user + "***" + uri.substring(at);
  }
}
