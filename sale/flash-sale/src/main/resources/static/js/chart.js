// Small line charts in SVG.

import { copy, fill } from "./dom.js";

const SVG = "http://www.w3.org/2000/svg";
const WIDTH = 100;
const HEIGHT = 40;

/**
 * Draws into a figure. Each series has a label, values of the same length as `times` (milliseconds), and a style, "a" or "b";
 * `limit` is drawn as a dashed line.
 */
export function draw(figure, { title, times, series, limit, unit = "" }) {
  if (!figure.firstElementChild) {
    figure.append(copy("t-chart"));
  }
  const most = Math.max(1, limit ?? 0, ...series.flatMap((one) => one.values));
  const end = Math.max(1, times.at(-1) ?? 0);
  const x = (millis) => ((millis / end) * WIDTH).toFixed(2);
  const y = (value) => (HEIGHT - 1 - (Math.max(0, value) / most) * (HEIGHT - 2)).toFixed(2);
  const svg = figure.querySelector("svg");
  const lines = series.map((one) =>
    shape("polyline", one.style, { points: one.values.map((value, i) => `${x(times[i])},${y(value)}`).join(" ") }));
  if (limit !== undefined) {
    lines.unshift(shape("line", "limit", { x1: 0, x2: WIDTH, y1: y(limit), y2: y(limit) }));
  }
  svg.replaceChildren(...lines);
  const last = (one) => `${one.label} ${round(one.values.at(-1) ?? 0)}${unit}`.trim();
  svg.setAttribute("aria-label", `${title}: ${series.map(last).join(", ")}`);
  fill(figure, { title, most: `0 to ${round(most)}${unit}`, end: `${(end / 1000).toFixed(1)} s` });
  for (const style of ["a", "b"]) {
    const one = series.find((candidate) => candidate.style === style);
    fill(figure, { [style]: one ? last(one) : "" });
  }
}

function shape(tag, className, attributes) {
  const node = document.createElementNS(SVG, tag);
  node.setAttribute("class", className);
  Object.entries(attributes).forEach(([name, value]) => node.setAttribute(name, value));
  return node;
}

export function round(value) {
  return value >= 100 || Number.isInteger(value) ? Math.round(value).toLocaleString() : value.toPrecision(2);
}
