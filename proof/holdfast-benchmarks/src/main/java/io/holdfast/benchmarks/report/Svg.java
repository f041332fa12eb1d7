package io.holdfast.benchmarks.report;

import java.util.Locale;

/** Writes the few SVG elements that the charts need. Colours suit light and dark pages. */
final class Svg {

  private final StringBuilder body = new StringBuilder();

  void text(double x, double y, String anchor, String style, String text) {
    body.append(String.format(
        Locale.ROOT,
        "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\" class=\"%s\">%s</text>%n",
        x,
        y,
        anchor,
        style,
        escaped(text)));
  }

  void bar(double x, double y, double width, double height, String colour) {
    body.append(String.format(
        Locale.ROOT,
        "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" rx=\"2\" fill=\"%s\"/>%n",
        x,
        y,
        width,
        height,
        colour));
  }

  void line(double x1, double y1, double x2, double y2, String colour, double width) {
    body.append(String.format(
        Locale.ROOT,
        "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"%s\" stroke-width=\"%.1f\"/>%n",
        x1,
        y1,
        x2,
        y2,
        colour,
        width));
  }

  void dot(double x, double y, String colour) {
    body.append(String.format(
        Locale.ROOT, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3\" fill=\"%s\"/>%n", x, y, colour));
  }

  String document(double width, double height) {
    return String.format(Locale.ROOT, """
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %.0f %.0f" width="%.0f" height="%.0f" role="img">
        <style>
        text { font: 12px system-ui, sans-serif; fill: #57606a; }
        .title { font-size: 14px; font-weight: 600; fill: #24292f; }
        .value { font-size: 11px; }
        rect.page { fill: #ffffff; }
        @media (prefers-color-scheme: dark) {
        text { fill: #9aa4af; } .title { fill: #e6edf3; } rect.page { fill: #0d1117; }
        }
        </style>
        <rect class="page" width="100%%" height="100%%"/>
        %s</svg>
        """, width, height, width, height, body);
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }
}
