// What buyers read, in English.

const seconds = (n) => (n === 1 ? "1 second" : `${n} seconds`);
const units = (n) => (n === 1 ? "1 unit" : `${n} units`);
const later = (problem) => (problem.retryAfter ? ` Try again in ${seconds(problem.retryAfter)}.` : " Try again.");

export const problems = {
  "missing-key": () => "The request had no key. Load this page again.",
  unauthorized: () => "This token is not valid here.",
  forbidden: () => "Your token lets you look, not change anything.",
  "payment-failed": () => "The payment was declined. The order still waits for you: pay again.",
  "not-found": () => "There is no such thing here, or it belongs to somebody else.",
  "sold-out": () => "Sold out at the moment. Units of orders that are not paid come back: stay on this page.",
  "limit-reached": () => "You already have as many as one buyer may have.",
  "sale-not-started": (p, at) => (at ? `Too early. The sale opens on ${at}.` : "Too early. The sale has not opened."),
  "sale-paused": (p) => `The sale is paused. Nothing was bought.${later(p)}`,
  "order-over": () => "The order was over already. Should the payment have been taken, it is refunded.",
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

export const saleStates = { SCHEDULED: "Soon", OPEN: "Open", SOLD_OUT: "Sold out", PAUSED: "Paused", ENDED: "Over" };

export const orderStates = {
  ACCEPTED: "Accepted", AWAITING_PAYMENT: "To be paid", PAID: "Paid", EXPIRED: "Expired", CANCELLED: "Cancelled",
  FAILED: "Not possible",
};

export const texts = {
  units,
  shop: "Shop", lab: "Lab", admin: "Admin", serverTime: "Server time", moreSales: "More sales", yourOrders: "Your orders",
  noOrders: "Nothing bought yet.", buyingAs: "Buying as", newGuest: "a new guest", beSomebody: "Be somebody else", change: "Change",
  noSales: "There are no sales yet. An operator can create one under Admin.",
  old: (why) => `${why} What you see may be old; this page keeps trying.`,
  unanswered: "The last purchase got no answer.",
  opensAfter: (span) => `in ${span}`,
  left: (n) => `${n} left`,
  leftOf: (n, total) => `${n} of ${units(total)} left`,
  limit: (n) => `· at most ${n} per buyer`,
  moment: "One moment …", askAgain: "Ask again", buyNow: "Buy now", notOpen: "Not open yet", soldOut: "Sold out", paused: "Paused",
  over: "Over",
  haveAll: (n) => (n === 1 ? "You have yours" : `You have your ${n}`),
  buyMore: (n) => (n === 1 ? "Buy one more" : `Buy up to ${n} more`),
  opensIn: "Opens in", endsIn: "Ends in", saleOver: "This sale is over", pausedByOperator: "Paused by an operator",
  pausedFor: (reason) => `Paused: ${reason}`,
  yours: "It is yours. Pay for it under “Your orders”.",
  notKnown: "You were no longer known here. Press Buy again: you will be a new guest.",
  unsure: (text) => `${text} Your order may have gone through or not; that is not a failure. Ask again as often as you like: it is the `
    + "same purchase, you cannot buy twice by it.",
  youAre: (user) => `You are ${user} now.`, noGuests: "This service does not take guests.",
  unitsLabel: "Units", pay: (price) => `Pay ${price}`, cancel: "Cancel", order: "Order",
  beingWritten: (n) => `${units(n)} reserved for you. Being written down …`,
  certain: (n, span) => `${units(n)}, certain. Pay within ${span}.`,
  payOver: "The time to pay is over. The units are going back on sale.",
  paid: (n, price) => `${units(n)} for ${price}. Thank you.`,
  expired: "Not paid in time. The units are on sale again.",
  cancelled: "You cancelled it. The units are on sale again.",
  failed: "The order could not be written down. Nothing was charged, and the units are on sale again.",
  payUnknown: "The payment may have gone through or not. Pay again: you are charged once.",
  cancelUnknown: "The cancellation may have gone through or not. Cancel again, or wait.",
};
