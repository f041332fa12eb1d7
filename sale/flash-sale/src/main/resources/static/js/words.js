// What people read: every problem, state and price in plain words, in their language.

import { shown } from "./clock.js";
import { locale, orderStates, problems, saleStates, texts } from "./language.js";

const formats = new Map();

/** An amount in a currency, euros if nobody says which. */
export function price(cents, currency = "EUR") {
  if (!formats.has(currency)) {
    formats.set(currency, new Intl.NumberFormat(locale, { style: "currency", currency }));
  }
  return formats.get(currency).format(cents / 100);
}

export const units = texts.units;

/** A problem in plain words. */
export function words(problem) {
  if (["invalid-request", "wrong-state"].includes(problem.type)) {
    return problem.body.detail ?? problem.message;
  }
  const at = problem.body?.opensAt ? shown(problem.body.opensAt) : "";
  return problems[problem.type]?.(problem, at) ?? problem.message;
}

export const SALE_STATES = saleStates;

export const ORDER_STATES = orderStates;
