// The operator's view: sales with their figures, a page at a time, and what can be done with them.

import { call, send } from "./api.js";
import { now, range } from "./clock.js";
import { ask, byId, copy, element, field, fill, keyed, write } from "./dom.js";
import { enter } from "./gate.js";
import { showRecords } from "./records.js";
import { askSale, localTime, readSale } from "./saleform.js";
import { adminToken, setAdminToken } from "./session.js";
import { SALE_STATES, price, units, words } from "./words.js";
import { newKey } from "./wish.js";

const POLL_MILLIS = 3000;
const PAGE_SIZE = 20;
const FOR_STATE = {
  SCHEDULED: ["open", "pause", "restock", "lower", "edit", "close"],
  OPEN: ["pause", "restock", "lower", "edit", "close"],
  SOLD_OUT: ["pause", "restock", "edit", "close"],
  PAUSED: ["open", "resume", "restock", "lower", "edit", "close", "repair"],
  ENDED: [],
};
const READING = ["orders", "refunds", "findings", "letters", "history", "export"];

let poll = 0;
let page = 0;
let isViewer = false;
let creating = null; // {body, key} of a sale that may have been created

export function start() {
  byId("create").addEventListener("submit", create);
  byId("create-box").addEventListener("toggle", suggestTimes);
  byId("sign-out").addEventListener("click", () => { setAdminToken(null); refresh(); });
  byId("admin-search").addEventListener("submit", (event) => { event.preventDefault(); turnTo(0); });
  byId("admin-search").elements.archived.addEventListener("change", () => turnTo(0));
  byId("page-back").addEventListener("click", () => turnTo(page - 1));
  byId("page-on").addEventListener("click", () => turnTo(page + 1));
}

export function show(visible) {
  clearInterval(poll);
  if (visible) {
    refresh();
    poll = setInterval(() => adminToken() && refresh(), POLL_MILLIS);
  }
}

function turnTo(other) {
  page = other;
  refresh();
}

async function refresh() {
  const wanted = byId("admin-search").elements;
  const query = new URLSearchParams({ q: wanted.q.value.trim(), archived: wanted.archived.value, page, size: PAGE_SIZE });
  const answer = await enter("admin", `/admin/sales?${query}`, "This service has no admin part.", refresh);
  if (!answer) {
    return;
  }
  isViewer = answer.you?.role === "viewer";
  const total = answer.total ?? answer.sales.length;
  const last = Math.max(0, Math.ceil(total / PAGE_SIZE) - 1);
  if (page > last) {
    turnTo(last);
    return;
  }
  const isSearch = Boolean(wanted.q.value.trim()) || wanted.archived.value === "true";
  write(byId("admin-who"), answer.you ? `You are ${answer.you.name}, ${isViewer ? "a viewer: you may look" : "an operator"}.` : "");
  byId("create-box").hidden = isViewer;
  byId("admin-note").hidden = answer.sales.length > 0;
  write(byId("admin-note"), isSearch ? "No sale fits." : "There are no sales yet. Create one above.");
  if (!answer.sales.length && !isSearch && !isViewer) byId("create-box").open = true;
  keyed(byId("admin-sales"), answer.sales, (sale) => sale.id, createCard, update);
  byId("admin-pages").hidden = last === 0;
  byId("page-back").disabled = page === 0;
  byId("page-on").disabled = page === last;
  write(byId("page-where"), `Page ${page + 1} of ${last + 1}, ${total} sales`);
}

function createCard(sale) {
  const card = copy("t-admin");
  card.id = `managed-${sale.id}`;
  card.setAttribute("aria-label", `Sale ${sale.id}, ${sale.name}`);
  card.querySelectorAll("[data-do]").forEach((button) =>
    button.addEventListener("click", () => act(card, button.dataset.do)));
  return card;
}

function update(card, sale) {
  card.sale = sale;
  fill(card, {
    name: sale.name, state: stateOf(sale), total: sale.total, available: sale.available, reserved: sale.reserved,
    sold: sale.sold, pending: sale.pending, deadLetters: sale.deadLetters, findings: sale.findings ?? 0, refunds: sale.refunds ?? 0,
    epoch: sale.epoch, reason: sale.pauseReason,
    times: `No. ${sale.id}. ${price(sale.priceCents)}, ${sale.perUser} per buyer. Rung ${sale.rung}${sale.rungName ? `: ${sale.rungName}` : ""}. `
      + range(sale.opensAt, sale.endsAt),
  });
  field(card, "state").dataset.state = sale.state;
  field(card, "reason").hidden = !sale.pauseReason;
  for (const bad of ["deadLetters", "findings", "refunds"]) {
    field(card, bad).dataset.kind = sale[bad] > 0 ? "bad" : "";
  }
  const allowed = allowedFor(sale);
  const isBusy = card.dataset.busy === "yes";
  card.querySelectorAll("[data-do]").forEach((button) => {
    const what = button.dataset.do;
    button.hidden = what === "again" ? !card.unsure : !READING.includes(what) && (isViewer || !allowed.includes(what));
    button.disabled = isBusy;
  });
}

const stateOf = (sale) => (sale.archived ? "Archived" : sale.status === "CLOSED" ? "Closed" : SALE_STATES[sale.state]);

function allowedFor(sale) {
  const always = sale.rung === 11 && !sale.archived ? ["reconcile", "clone"] : ["clone"];
  if (sale.state !== "ENDED") {
    return [...always, ...FOR_STATE[sale.state]];
  } else if (sale.status !== "CLOSED") {
    return [...always, "close", ...(sale.status === "PAUSED" ? ["repair"] : [])];
  }
  return [...always, sale.archived ? "purge" : "archive"];
}

const ACTIONS = {
  open: (sale, card) => change(card, "open", undefined, "Open."),
  resume: (sale, card) => change(card, "resume", undefined, "Resumed."),
  pause: async (sale, card) => {
    const reason = await ask({
      title: `Pause “${sale.name}”?`, text: "Buyers are told that the sale is paused. Accepted orders stay.", yes: "Pause",
      label: "Reason", input: { value: "Paused by an operator" },
    });
    return reason === null ? "" : change(card, "pause", { reason }, "Paused.");
  },
  restock: async (sale, card) => {
    const more = await ask({
      title: `Restock “${sale.name}”`, text: "The units are added to those that are available.", yes: "Add",
      label: "Units", input: { type: "number", min: "1", max: "1000000", value: "10" },
    });
    return more === null ? "" : change(card, "restock", { units: Number(more) }, `${units(Number(more))} added.`);
  },
  lower: async (sale, card) => {
    const fewer = await ask({
      title: `Take units of “${sale.name}” off sale`, text: "Only units that are neither sold nor reserved can go.", yes: "Take away",
      label: "Units", input: { type: "number", min: "1", max: String(Math.max(1, sale.available)), value: "1" },
    });
    return fewer === null ? "" : change(card, "lower", { units: Number(fewer) }, `${units(Number(fewer))} taken away.`);
  },
  edit: async (sale, card) => {
    const edit = await askSale(`Change “${sale.name}”`, "Save", sale, { begun: sale.state !== "SCHEDULED" });
    return edit === null ? "" : change(card, "", edit, "Saved.", "PATCH");
  },
  clone: async (sale, card) => {
    const copied = await askSale(`A sale like “${sale.name}”`, "Create", sale, { clone: true });
    return copied === null ? "" : change(card, "clone", copied, "Created; it is on top of the list.");
  },
  close: async (sale, card) => {
    const yes = await ask({
      title: `Close “${sale.name}”?`, text: "It ends now, for good. Accepted orders stay and can be paid.", yes: "Close the sale",
    });
    return yes === null ? "" : change(card, "close", undefined, "Closed.");
  },
  archive: (sale, card) => change(card, "archive", undefined, "Archived."),
  purge: async (sale, card) => {
    const name = await ask({
      title: `Delete “${sale.name}” for good?`, text: "All of its orders are deleted as well, and nothing brings them back. Export them first. "
        + "To confirm, write the name of the sale.", yes: "Delete all", label: "Name of the sale", input: { maxLength: 120 },
    });
    return name === null ? "" : change(card, "", { name }, "Deleted.", "DELETE");
  },
  again: (sale, card) => request(card, card.unsure),
  reconcile: async (sale) => books(await post(sale, "reconcile", { repair: false })),
  repair: async (sale) => {
    const yes = await ask({
      title: `Repair “${sale.name}”?`, yes: "Repair",
      text: "What Redis knows is set again from the database and from what is still being written. The epoch rises by one.",
    });
    return yes === null ? "" : books(await post(sale, "reconcile", { repair: true }));
  },
  orders: (sale, card) => showRecords(field(card, "records"), "orders", sale),
  refunds: (sale, card) => showRecords(field(card, "records"), "refunds", sale),
  findings: (sale, card) => showRecords(field(card, "records"), "findings", sale),
  letters: (sale, card) => showRecords(field(card, "records"), "letters", sale),
  history: (sale, card) => showRecords(field(card, "records"), "history", sale),
  export: async (sale) => {
    const response = await send("GET", `/admin/sales/${sale.id}/orders.csv`, { token: adminToken(), accept: "text/csv" });
    const link = element("a");
    link.href = URL.createObjectURL(await response.blob());
    link.download = `sale-${sale.id}-orders.csv`;
    link.click();
    URL.revokeObjectURL(link.href);
    return "Exported.";
  },
};

async function act(card, what) {
  card.dataset.busy = "yes";
  say(card, "");
  update(card, card.sale);
  try {
    say(card, await ACTIONS[what](card.sale, card));
  } catch (problem) {
    say(card, problem.isUnknown && card.unsure
      ? `${words(problem)} It may have happened. “Ask again” finds out, and never does it twice.` : words(problem), "bad");
  }
  card.dataset.busy = "";
  await refresh();
  const button = card.querySelector(`[data-do="${what}"]`);
  (button.hidden ? card.querySelector("[data-do]:not([hidden])") : button)?.focus();
}

const post = (sale, what, body) => call("POST", `/admin/sales/${sale.id}/${what}`, { token: adminToken(), body });

/** Asks for a change under a key of its own, which is kept until somebody knows how it ended. */
function change(card, what, body, done, method = "POST") {
  return request(card, { method, path: `/admin/sales/${card.sale.id}${what && `/${what}`}`, body, done, key: newKey() });
}

async function request(card, wish) {
  try {
    await send(wish.method, wish.path, { token: adminToken(), body: wish.body, key: wish.key });
    card.unsure = null;
    return wish.done;
  } catch (problem) {
    card.unsure = problem.isUnknown ? wish : null;
    throw problem;
  }
}

function books(found) {
  const sum = `${found.total} total, ${found.available} available + ${found.reserved} reserved + ${found.live} in live orders`;
  const verdict = found.difference === 0 ? "The books are right" : `The books differ by ${found.difference}`;
  return `${verdict}: ${sum}.${found.repaired ? " Repaired." : ""}${found.detail ? ` ${found.detail}` : ""}`;
}

function say(card, text, kind = "") {
  field(card, "say").dataset.kind = kind;
  write(field(card, "say"), text);
}

/** Opens in a minute and lasts an hour, unless somebody has chosen already. */
function suggestTimes() {
  const form = byId("create").elements;
  if (byId("create-box").open && !(Date.parse(form.opensAt.value) > now())) {
    form.opensAt.value = localTime(now() + 60_000);
    form.endsAt.value = localTime(now() + 61 * 60_000);
  }
}

async function create(event) {
  event.preventDefault();
  const form = event.target;
  const body = { ...readSale(form.elements), rung: form.elements.rung.valueAsNumber };
  const same = creating !== null && JSON.stringify(creating.body) === JSON.stringify(body);
  creating = { body, key: same ? creating.key : newKey() };
  try {
    const sale = await call("POST", "/admin/sales", { token: adminToken(), body, key: creating.key });
    creating = null;
    say(form, `“${sale.name}” is created.`);
    byId("create-box").open = false;
    page = 0;
    await refresh();
    byId(`managed-${sale.id}`)?.scrollIntoView({ block: "nearest" });
  } catch (problem) {
    if (!problem.isUnknown) creating = null;
    say(form, problem.isUnknown ? `${words(problem)} It may have happened. Press Create again: that never makes two.` : words(problem), "bad");
  }
}
