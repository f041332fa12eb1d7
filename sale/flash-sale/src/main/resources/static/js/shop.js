// The Shop: one sale in front, the others in a list, and the buyer's orders beside them.

import { call } from "./api.js";
import { isSet, now, onTick, span } from "./clock.js";
import { announce, byId, copy, field, fill, keyed, write } from "./dom.js";
import * as orders from "./orders.js";
import { picture } from "./picture.js";
import { buy, unsureWish } from "./purchase.js";
import * as session from "./session.js";
import { texts } from "./language.js";
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
    note(order.length ? "" : texts.noSales);
  } catch (problem) {
    note(texts.old(words(problem)));
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
  field(card, "picture").append(picture(sales.get(id).name));
  const quantity = field(card, "quantity");
  const most = Math.min(10, sales.get(id).perUser);
  for (let n = 1; n <= most; n++) {
    quantity.add(new Option(String(n), String(n)));
  }
  field(card, "quantityBox").hidden = most < 2;
  byId("featured").replaceChildren(card);
  if (unsureWish(id)) {
    answer("unsure", texts.unanswered);
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
      left: state === "SCHEDULED" ? texts.opensAfter(span(Date.parse(sale.opensAt) - now())) : texts.left(sale.available),
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
    name: sale.name, price: price(sale.priceCents, sale.currency), state: SALE_STATES[state], ...count(sale, state),
    left: state === "SCHEDULED" ? units(sale.total) : texts.leftOf(sale.available, sale.total),
    limit: texts.limit(sale.perUser),
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
  if (busy) return texts.moment;
  if (unsure) return texts.askAgain;
  const perUser = sales.get(front).perUser;
  if (state === "OPEN" && mayHave === 0) return texts.haveAll(perUser);
  if (state === "OPEN" && mayHave < perUser) return texts.buyMore(mayHave);
  return {
    OPEN: texts.buyNow, SCHEDULED: texts.notOpen, SOLD_OUT: texts.soldOut, PAUSED: texts.paused, ENDED: texts.over,
  }[state];
}

function count(sale, state) {
  if (state === "SCHEDULED" && isSet()) {
    return { countLabel: texts.opensIn, count: span(Date.parse(sale.opensAt) - now()) };
  }
  if (state === "PAUSED") {
    return { countLabel: sale.pauseReason ? texts.pausedFor(sale.pauseReason) : texts.pausedByOperator, count: "" };
  }
  if (state === "ENDED") {
    return { countLabel: texts.saleOver, count: "" };
  }
  return { countLabel: texts.endsIn, count: span(Date.parse(sale.endsAt) - now()) };
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
    answer("good", texts.yours);
  } else if (unsure) {
    answer("unsure", words(problem));
  } else {
    answer("bad", words(problem));
    if (problem.status === 401) {
      session.forgetBuyer();
      showWho();
      answer("bad", texts.notKnown);
    }
  }
  render();
  field(card, "buy").focus();
}

function answer(kind, text) {
  const box = field(card, "answer");
  box.dataset.kind = kind;
  write(box, kind !== "unsure" ? text : texts.unsure(text));
}

async function changeGuest(event) {
  event.preventDefault();
  const form = event.target;
  try {
    const guest = await session.becomeGuest(form.elements.name.value.trim());
    write(byId("guest-note"), texts.youAre(guest.user));
    form.reset();
    orders.clear();
    answer("", "");
  } catch (problem) {
    write(byId("guest-note"), problem.status === 404 ? texts.noGuests : words(problem));
  }
  showWho();
}

function showWho() {
  write(byId("who"), session.buyer()?.user ?? texts.newGuest);
}

function note(text) {
  const box = byId("shop-note");
  box.hidden = !text;
  write(box, text);
  if (text) announce(text);
}
