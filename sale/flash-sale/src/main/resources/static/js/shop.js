// The Shop: one sale in front, the others in a list, and the buyer's orders beside them.

import { call } from "./api.js";
import { isSet, now, onTick, span } from "./clock.js";
import { announce, byId, copy, field, fill, keyed, write } from "./dom.js";
import * as orders from "./orders.js";
import { buy, unsureWish } from "./purchase.js";
import * as session from "./session.js";
import { follow } from "./stream.js";
import { SALE_STATES, price, units, words } from "./words.js";

const POLL_MILLIS = 5000;

const sales = new Map();
let order = [];
let front = null; // id of the sale in front
let preferred = null; // id of the sale that the address asks for
let card = null; // its element
let stopFollowing = null;
let visible = false;
let poll = 0;
let busy = false;

/** Starts or stops everything that talks to the server. A browser has six connections per server: the Shop uses three. */
export function show(isVisible) {
  visible = isVisible;
  clearInterval(poll);
  followFront();
  orders.show(visible);
  if (visible) {
    refresh();
    poll = setInterval(refresh, POLL_MILLIS);
  }
}

export function start() {
  orders.start();
  byId("guest").addEventListener("submit", changeGuest);
  onTick(() => card && render());
  showWho();
}

/** Puts this sale in front, as soon as it is known. */
export function prefer(id) {
  preferred = id;
  if (sales.has(id)) choose(id);
}

async function refresh() {
  try {
    const answer = await call("GET", "/sales");
    order = answer.sales.map((sale) => sale.id);
    [...sales.keys()].filter((id) => !order.includes(id)).forEach((id) => sales.delete(id));
    answer.sales.forEach(take);
    note(order.length ? "" : "There are no sales yet. An operator can create one under Admin.");
  } catch (problem) {
    note(`${words(problem)} What you see may be old; this page keeps trying.`);
  }
  if (!sales.has(front) && order.length) {
    choose(sales.has(preferred) ? preferred : best());
  }
  renderList();
}

/** The newest knowledge wins: an answer to a poll may arrive after a later event. */
function take(sale) {
  const known = sales.get(sale.id);
  if (!known || Date.parse(sale.serverTime) >= Date.parse(known.serverTime)) {
    sales.set(sale.id, sale);
  }
}

/** What a newcomer wants to see: what is open, else what opens next, else the newest. */
function best() {
  const all = order.map((id) => sales.get(id));
  const soon = all.filter((sale) => sale.state === "SCHEDULED")
    .sort((a, b) => Date.parse(a.opensAt) - Date.parse(b.opensAt));
  return (all.find((sale) => sale.state === "OPEN") ?? soon[0] ?? all[0]).id;
}

function choose(id) {
  front = id;
  card = copy("t-featured");
  field(card, "buy").addEventListener("click", onBuy);
  const quantity = field(card, "quantity");
  const most = Math.min(10, sales.get(id).perUser);
  for (let n = 1; n <= most; n++) {
    quantity.add(new Option(String(n), String(n)));
  }
  field(card, "quantityBox").hidden = most < 2;
  byId("featured").replaceChildren(card);
  if (unsureWish(id)) {
    answer("unsure", "The last purchase got no answer.");
  }
  render();
  renderList();
  followFront();
}

function followFront() {
  stopFollowing?.();
  stopFollowing = visible && front
    ? follow(`/sales/${front}/events`, { onData: (sale) => { take(sale); render(); } })
    : null;
}

function renderList() {
  const others = order.filter((id) => id !== front).map((id) => sales.get(id));
  byId("more").hidden = others.length === 0;
  keyed(byId("sales"), others, (sale) => sale.id, (sale) => {
    const row = copy("t-row");
    row.querySelector("button").addEventListener("click", () => {
      history.replaceState(null, "", `#sale=${sale.id}`);
      choose(sale.id);
      field(card, "buy").focus();
      card.scrollIntoView({ block: "nearest" });
    });
    return row;
  }, (row, sale) => {
    const state = stateOf(sale);
    fill(row, {
      name: sale.name, state: SALE_STATES[state],
      left: state === "SCHEDULED" ? `in ${span(Date.parse(sale.opensAt) - now())}` : `${sale.available} left`,
    });
    field(row, "state").dataset.state = state;
  });
}

/** The state by the server's clock: a sale opens on this page when its time comes, not with the next event. */
function stateOf(sale) {
  if (sale.state === "SCHEDULED" && now() >= Date.parse(sale.opensAt)) {
    return "OPEN";
  }
  return ["OPEN", "SOLD_OUT"].includes(sale.state) && now() >= Date.parse(sale.endsAt) ? "ENDED" : sale.state;
}

function render() {
  const sale = sales.get(front);
  const state = stateOf(sale);
  const unsure = !busy && unsureWish(front);
  const mayHave = Math.max(0, sale.perUser - orders.unitsOf(sale.id));
  fill(card, {
    name: sale.name, price: price(sale.priceCents), state: SALE_STATES[state], ...count(sale, state),
    left: state === "SCHEDULED" ? units(sale.total) : `${sale.available} of ${units(sale.total)} left`,
    limit: `· at most ${sale.perUser} per buyer`,
    buy: buyLabel(state, unsure, mayHave),
  });
  field(card, "buy").classList.toggle("done", !unsure && !busy && state === "OPEN" && mayHave === 0);
  field(card, "state").dataset.state = state;
  const bar = field(card, "bar");
  bar.max = sale.total;
  bar.value = sale.available;
  field(card, "buy").disabled = busy || (!unsure && (state !== "OPEN" || mayHave === 0));
  limitQuantity(field(card, "quantity"), mayHave);
  field(card, "quantity").disabled = busy || Boolean(unsure);
}

/** What one may still have: nobody is offered more. */
function limitQuantity(quantity, mayHave) {
  for (const option of quantity.options) {
    option.disabled = mayHave > 0 && Number(option.value) > mayHave;
  }
  if (quantity.selectedOptions[0]?.disabled) {
    quantity.value = String(Math.min(mayHave, quantity.options.length));
  }
}

function buyLabel(state, unsure, mayHave) {
  if (busy) return "One moment …";
  if (unsure) return "Ask again";
  const perUser = sales.get(front).perUser;
  if (state === "OPEN" && mayHave === 0) return perUser === 1 ? "You have yours" : `You have your ${perUser}`;
  if (state === "OPEN" && mayHave < perUser) return mayHave === 1 ? "Buy one more" : `Buy up to ${mayHave} more`;
  return { OPEN: "Buy now", SCHEDULED: "Not open yet", SOLD_OUT: "Sold out", PAUSED: "Paused", ENDED: "Over" }[state];
}

function count(sale, state) {
  if (state === "SCHEDULED" && isSet()) {
    return { countLabel: "Opens in", count: span(Date.parse(sale.opensAt) - now()) };
  }
  if (state === "PAUSED") {
    return { countLabel: sale.pauseReason ? `Paused: ${sale.pauseReason}` : "Paused by an operator", count: "" };
  }
  if (state === "ENDED") {
    return { countLabel: "This sale is over", count: "" };
  }
  return { countLabel: "Ends in", count: span(Date.parse(sale.endsAt) - now()) };
}

async function onBuy() {
  const id = front;
  const asked = card;
  busy = true;
  answer("", "");
  render();
  const { order: bought, problem, unsure } = await buy(id, Number(field(card, "quantity").value));
  busy = false;
  showWho();
  if (bought) {
    orders.add(bought);
    take({ ...sales.get(id), available: bought.left ?? sales.get(id).available });
  }
  if (asked !== card) {
    renderList();
    return; // the buyer has turned to another sale; the order or the open wish is kept
  }
  if (bought) {
    answer("good", `It is yours. Pay for it under “Your orders”.`);
  } else if (unsure) {
    answer("unsure", words(problem));
  } else {
    answer("bad", words(problem));
    if (problem.status === 401) {
      session.forgetBuyer();
      showWho();
      answer("bad", "You were no longer known here. Press Buy again: you will be a new guest.");
    }
  }
  render();
  field(card, "buy").focus();
}

function answer(kind, text) {
  const box = field(card, "answer");
  box.dataset.kind = kind;
  write(box, kind !== "unsure" ? text
    : `${text} Your order may have gone through or not; that is not a failure. Ask again as often as you like: it is the `
      + "same purchase, you cannot buy twice by it.");
}

async function changeGuest(event) {
  event.preventDefault();
  const form = event.target;
  try {
    const guest = await session.becomeGuest(form.elements.name.value.trim());
    write(byId("guest-note"), `You are ${guest.user} now.`);
    form.reset();
    orders.clear();
    answer("", "");
  } catch (problem) {
    write(byId("guest-note"), problem.status === 404 ? "This service does not take guests." : words(problem));
  }
  showWho();
}

function showWho() {
  write(byId("who"), session.buyer()?.user ?? "a new guest");
}

function note(text) {
  const box = byId("shop-note");
  box.hidden = !text;
  write(box, text);
  if (text) announce(text);
}
