// One purchase, from the click to an answer that can be shown.

import { call } from "./api.js";
import * as session from "./session.js";
import * as wish from "./wish.js";

/** Answers that settle a wish: it was looked up by its key, is not among the orders, and nothing was bought. */
const FINAL = ["sold-out", "limit-reached", "sale-not-started", "sale-ended", "key-reused", "order-over", "invalid-request", "not-found"];

/**
 * Asks for units of a sale: with the key of the open wish if there is one, else with a new one. Resolves to {order}, or to
 * {problem, unsure}, where unsure means that an order may exist.
 */
export async function buy(saleId, quantity) {
  let buyer = session.buyer();
  try {
    buyer ??= await session.becomeGuest();
  } catch (problem) {
    return { problem, unsure: false };
  }
  const wanted = wish.make(buyer.user, saleId, quantity);
  wish.keep(buyer.user, saleId, { ...wanted, unsure: true });
  try {
    const order = await call("POST", `/sales/${saleId}/orders`, {
      token: buyer.token, key: wanted.key, body: { quantity: wanted.quantity },
    });
    wish.settle(buyer.user, saleId);
    return { order };
  } catch (problem) {
    const unsure = problem.isUnknown || (wanted.unsure && !FINAL.includes(problem.type));
    if (FINAL.includes(problem.type)) {
      wish.settle(buyer.user, saleId);
    } else {
      wish.keep(buyer.user, saleId, { ...wanted, unsure });
    }
    return { problem, unsure };
  }
}

/** The wish for this sale that nobody knows the outcome of, or null. */
export function unsureWish(saleId) {
  const buyer = session.buyer();
  const open = buyer && wish.open(buyer.user, saleId);
  return open?.unsure ? open : null;
}
