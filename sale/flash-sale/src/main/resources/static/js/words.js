// What people read: every problem, state and price in plain words.

import { shown } from "./clock.js";

const euros = new Intl.NumberFormat([], { style: "currency", currency: "EUR" });

export const price = (cents) => euros.format(cents / 100);

export const units = (n) => (n === 1 ? "1 unit" : `${n} units`);

const seconds = (n) => (n === 1 ? "1 second" : `${n} seconds`);

const later = (problem) => (problem.retryAfter ? ` Try again in ${seconds(problem.retryAfter)}.` : " Try again.");

const PROBLEMS = {
  "invalid-request": (p) => p.body.detail ?? "A value is missing or wrong.",
  "missing-key": () => "The request had no key. Load this page again.",
  unauthorized: () => "This token is not valid here.",
  forbidden: () => "Your token lets you look, not change anything.",
  "payment-failed": () => "The payment was declined. The order still waits for you: pay again.",
  "not-found": () => "There is no such thing here, or it belongs to somebody else.",
  "sold-out": () => "Sold out at the moment. Units of orders that are not paid come back: stay on this page.",
  "limit-reached": () => "You already have as many as one buyer may have.",
  "sale-not-started": (p) =>
    p.body.opensAt ? `Too early. The sale opens on ${shown(p.body.opensAt)}.` : "Too early. The sale has not opened.",
  "sale-paused": (p) => `The sale is paused. Nothing was bought.${later(p)}`,
  "order-over": () => "The order was over already. Should the payment have been taken, it is refunded.",
  "wrong-state": (p) => p.body.detail ?? "The sale is in a state that does not allow this.",
  "lab-busy": (p) => `Another run is going on; there is one at a time.${later(p)}`,
  "sale-ended": () => "The sale is over.",
  "too-large": () => "That was too much text.",
  "key-reused": () => "This key was used for another purchase. Nothing was bought; press Buy again.",
  "rate-limited": (p) => `You were too quick. Nothing was bought.${later(p)}`,
  overloaded: (p) => `Too many buyers at once. Nothing was bought.${later(p)}`,
  "outcome-unknown": () => "The service could not tell in time whether it happened.",
  unreachable: () => "There was no answer.",
  "server-error": () => "The service gave no usable answer.",
};

/** A problem in plain words. */
export function words(problem) {
  return PROBLEMS[problem.type]?.(problem) ?? problem.message;
}

export const SALE_STATES = {
  SCHEDULED: "Soon",
  OPEN: "Open",
  SOLD_OUT: "Sold out",
  PAUSED: "Paused",
  ENDED: "Over",
};

export const ORDER_STATES = {
  ACCEPTED: "Accepted",
  AWAITING_PAYMENT: "To be paid",
  PAID: "Paid",
  EXPIRED: "Expired",
  CANCELLED: "Cancelled",
  FAILED: "Not possible",
};
