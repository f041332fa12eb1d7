// The buyer's orders: paid, cancelled, or watched until they are over.

import { call } from "./api.js";
import { now, onTick, span } from "./clock.js";
import { byId, copy, field, fill, keyed, write } from "./dom.js";
import { texts } from "./language.js";
import { buyer } from "./session.js";
import { follow } from "./stream.js";
import { ORDER_STATES, price, words } from "./words.js";

const POLL_MILLIS = 5000;
const OVER = ["EXPIRED", "CANCELLED", "FAILED"];
const RANK = { ACCEPTED: 0, AWAITING_PAYMENT: 1, PAID: 2, EXPIRED: 3, CANCELLED: 3, FAILED: 3 };

let orders = new Map();
let followed = { id: null, stop: () => {} };
let visible = false;
let poll = 0;

export function start() {
  onTick(() => orders.size && render());
}

export function show(isVisible) {
  visible = isVisible;
  clearInterval(poll);
  followed.stop();
  followed = { id: null, stop: () => {} };
  if (visible) {
    refresh();
    poll = setInterval(() => isAnyLive() && refresh(), POLL_MILLIS);
  }
}

/** A new order, first in the list. */
export function add(order) {
  take(order);
  render();
  followNewest();
}

/** How many units of a sale the buyer has: paid for, or still to be paid. */
export const unitsOf = (saleId) => [...orders.values()]
  .filter((order) => order.sale === saleId && !OVER.includes(order.status))
  .reduce((sum, order) => sum + order.quantity, 0);

/** Another buyer: another list. */
export function clear() {
  orders = new Map();
  followed.stop();
  followed = { id: null, stop: () => {} };
  render();
  refresh();
}

async function refresh() {
  const me = buyer();
  if (!me) {
    return;
  }
  try {
    const answer = await call("GET", "/orders", { token: me.token });
    if (buyer()?.user === me.user) {
      answer.orders.forEach(take);
      render();
      followNewest();
    }
  } catch {
    // The list stays as it is; the Shop says that there is no answer, and the next poll tries again.
  }
}

/** An order only moves forward, whichever of two answers arrives last. */
function take(order) {
  const known = orders.get(order.id);
  if (!known || RANK[order.status] >= RANK[known.status]) {
    orders.set(order.id, { ...known, ...order });
  }
}

const newestFirst = () => [...orders.values()].sort((a, b) => Date.parse(b.acceptedAt) - Date.parse(a.acceptedAt));

const isLive = (order) => ["ACCEPTED", "AWAITING_PAYMENT"].includes(order.status);

const isAnyLive = () => [...orders.values()].some(isLive);

/** Only the newest open order has a stream of its own, the others are polled: connections are few. */
function followNewest() {
  const newest = newestFirst().find(isLive);
  if (!newest || followed.id === newest.id || !visible) {
    return;
  }
  followed.stop();
  followed = {
    id: newest.id,
    stop: follow(`/orders/${newest.id}/events`, {
      token: buyer().token,
      onData: (order) => { take(order); render(); },
      isOver: (order) => !isLive(order),
    }),
  };
}

function render() {
  byId("no-orders").hidden = orders.size > 0;
  keyed(byId("orders"), newestFirst(), (order) => order.id, create, (card, order) => {
    fill(card, {
      name: order.saleName, state: ORDER_STATES[order.status], id: order.id.slice(-8), what: what(order),
    });
    field(card, "state").dataset.state = order.status;
    card.classList.toggle("over", OVER.includes(order.status));
    field(card, "actions").hidden = !isLive(order);
    field(card, "pay").disabled = order.status !== "AWAITING_PAYMENT" || card.dataset.busy === "yes";
    field(card, "cancel").disabled = card.dataset.busy === "yes";
    write(field(card, "pay"), texts.pay(cost(order)));
  });
}

const cost = (order) => price(order.priceCents * order.quantity, order.currency);

function what(order) {
  switch (order.status) {
    case "ACCEPTED": return texts.beingWritten(order.quantity);
    case "AWAITING_PAYMENT": {
      const left = Date.parse(order.payBy) - now();
      return left > 0 ? texts.certain(order.quantity, span(left)) : texts.payOver;
    }
    case "PAID": return texts.paid(order.quantity, cost(order));
    case "EXPIRED": return texts.expired;
    case "CANCELLED": return texts.cancelled;
    default: return texts.failed;
  }
}

function create(order) {
  const card = copy("t-order");
  field(card, "pay").addEventListener("click", () =>
    change(card, order.id, "POST", `/orders/${order.id}/payment`, texts.payUnknown));
  field(card, "cancel").addEventListener("click", () =>
    change(card, order.id, "DELETE", `/orders/${order.id}`, texts.cancelUnknown));
  return card;
}

async function change(card, id, method, path, unknown) {
  card.dataset.busy = "yes";
  write(field(card, "say"), texts.moment);
  render();
  try {
    take(await call(method, path, { token: buyer().token }));
    write(field(card, "say"), "");
  } catch (problem) {
    write(field(card, "say"), problem.isUnknown
      ? `${words(problem)} ${unknown}`
      : words(problem));
    await refresh();
  }
  card.dataset.busy = "";
  render();
}
