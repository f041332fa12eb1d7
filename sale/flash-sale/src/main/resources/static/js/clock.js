// The server's time. The buyer's own clock may be wrong by minutes, so it is never looked at: the server's time as it was
// half a round trip ago, plus what a monotonic clock says has passed since.

import { locale } from "./language.js";

const TRUST_MILLIS = 60_000;

let base = Date.now() - performance.now();
let best = { trip: Infinity, at: -Infinity };
const listeners = new Set();

/** Takes a measurement, unless a better one is still fresh. */
export function learn(serverTime, sent, received) {
  const trip = received - sent;
  if (trip <= best.trip || received - best.at > TRUST_MILLIS) {
    best = { trip, at: received };
    base = Date.parse(serverTime) - (sent + received) / 2;
  }
}

/** Milliseconds since the epoch, as the server counts. */
export const now = () => base + performance.now();

/** Whether the server has told its time at all. */
export const isSet = () => best.at > 0;

/** Calls back several times a second, while the page is to be seen. */
export function onTick(listener) {
  listeners.add(listener);
}

setInterval(() => {
  if (!document.hidden) {
    listeners.forEach((listener) => listener());
  }
}, 200);

/** "2 d 03:04:05", "03:04:05" or "04:05". Rounds up: 00:00 means now. */
export function span(millis) {
  const seconds = Math.max(0, Math.ceil(millis / 1000));
  const two = (n) => String(n).padStart(2, "0");
  const days = Math.floor(seconds / 86_400);
  const hours = Math.floor(seconds / 3600) % 24;
  const rest = `${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
  return (days ? `${days} d ` : "") + (days || hours ? `${two(hours)}:` : "") + rest;
}

const format = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "medium" });

/** A point in time in the reader's zone and language. */
export const shown = (iso) => format.format(new Date(iso));

/** From one point in time to another. */
export const range = (from, to) => format.formatRange(new Date(from), new Date(to));
