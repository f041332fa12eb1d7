// A wish is one purchase somebody wants, with the idempotency key it is asked for by. It is written down before it is sent and
// struck out only by an answer that settles it, so a lost answer, a reload or a closed tab cannot turn it into two orders.
//
//   none --click--> sent (unsure) --accepted, or refused for good--> none
//                    |    ^
//        no answer, or|    | asked again, same key
//        outcome      |    |
//        unknown      v    |
//                   unsure-'      "nothing happened" (overloaded, rate limited, paused) keeps the key, and is only
//                                 as unsure as the wish was before

const name = (user, saleId) => `flash-sale.wish.${user}.${saleId}`;

/** The wish that is still open, {key, quantity, unsure}, or null. */
export function open(user, saleId) {
  try {
    return JSON.parse(localStorage.getItem(name(user, saleId)));
  } catch {
    return null;
  }
}

/** The open wish, or a new one. */
export function make(user, saleId, quantity) {
  const earlier = open(user, saleId);
  if (earlier && (earlier.unsure || earlier.quantity === quantity)) {
    return earlier;
  }
  return { key: newKey(), quantity, unsure: false };
}

/** A key that nobody has used. */
export function newKey() {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (b) => b.toString(16).padStart(2, "0")).join("");
}

export function keep(user, saleId, wish) {
  localStorage.setItem(name(user, saleId), JSON.stringify(wish));
}

export const settle = (user, saleId) => localStorage.removeItem(name(user, saleId));
