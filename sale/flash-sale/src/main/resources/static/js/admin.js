// The operator's view: every sale with its figures, and what can be done with it.

import { call, send } from "./api.js";
import { now, range, shown } from "./clock.js";
import { ask, byId, copy, element, field, fill, keyed, write } from "./dom.js";
import { enter } from "./gate.js";
import { adminToken, setAdminToken } from "./session.js";
import { SALE_STATES, price, units, words } from "./words.js";

const POLL_MILLIS = 3000;
const FOR_STATE = {
  SCHEDULED: ["open", "pause", "close"],
  OPEN: ["pause", "restock", "close"],
  SOLD_OUT: ["pause", "restock", "close"],
  PAUSED: ["open", "restock", "close", "repair"],
  ENDED: [],
};
const ALWAYS = ["reconcile", "letters", "export"];

let poll = 0;

export function start() {
  byId("create").addEventListener("submit", create);
  byId("create-box").addEventListener("toggle", suggestTimes);
  byId("sign-out").addEventListener("click", () => { setAdminToken(null); refresh(); });
}

export function show(visible) {
  clearInterval(poll);
  if (visible) {
    refresh();
    poll = setInterval(() => adminToken() && refresh(), POLL_MILLIS);
  }
}

async function refresh() {
  const answer = await enter("admin", "/admin/sales", "This service has no admin part.", refresh);
  if (!answer) {
    return;
  }
  byId("admin-note").hidden = answer.sales.length > 0;
  write(byId("admin-note"), "There are no sales yet. Create one above.");
  if (!answer.sales.length) byId("create-box").open = true;
  keyed(byId("admin-sales"), answer.sales, (sale) => sale.id, createCard, update);
}

function createCard(sale) {
  const card = copy("t-admin");
  card.id = `managed-${sale.id}`;
  card.querySelectorAll("[data-do]").forEach((button) =>
    button.addEventListener("click", () => act(card, button.dataset.do)));
  return card;
}

function update(card, sale) {
  card.sale = sale;
  fill(card, {
    name: sale.name, state: SALE_STATES[sale.state], total: sale.total, available: sale.available, reserved: sale.reserved,
    sold: sale.sold, pending: sale.pending, deadLetters: sale.deadLetters, epoch: sale.epoch, reason: sale.pauseReason,
    times: `${price(sale.priceCents)}, ${sale.perUser} per buyer, rung ${sale.rung}. ${range(sale.opensAt, sale.endsAt)}`,
  });
  field(card, "state").dataset.state = sale.state;
  field(card, "reason").hidden = !sale.pauseReason;
  field(card, "deadLetters").dataset.kind = sale.deadLetters > 0 ? "bad" : "";
  card.querySelectorAll("[data-do]").forEach((button) => {
    const what = button.dataset.do;
    button.disabled = card.dataset.busy === "yes" || !(ALWAYS.includes(what) || FOR_STATE[sale.state].includes(what));
  });
}

const ACTIONS = {
  open: (sale) => change(sale, "open", undefined, "Open."),
  pause: async (sale) => {
    const reason = await ask({
      title: `Pause “${sale.name}”?`, text: "Buyers are told that the sale is paused. Accepted orders stay.", yes: "Pause",
      label: "Reason", input: { value: "Paused by an operator" },
    });
    return reason === null ? "" : change(sale, "pause", { reason }, "Paused.");
  },
  restock: async (sale) => {
    const more = await ask({
      title: `Restock “${sale.name}”`, text: "The units are added to those that are available.", yes: "Add",
      label: "Units", input: { type: "number", min: "1", max: "1000000", value: "10" },
    });
    return more === null ? "" : change(sale, "restock", { units: Number(more) }, `${units(Number(more))} added.`);
  },
  close: async (sale) => {
    const yes = await ask({
      title: `Close “${sale.name}”?`, text: "It ends now, for good. Accepted orders stay and can be paid.", yes: "Close the sale",
    });
    return yes === null ? "" : change(sale, "close", undefined, "Closed.");
  },
  reconcile: async (sale) => books(await post(sale, "reconcile", { repair: false })),
  repair: async (sale) => {
    const yes = await ask({
      title: `Repair “${sale.name}”?`, yes: "Repair",
      text: "What Redis knows is set again from the database and from what is still being written. The epoch rises by one.",
    });
    return yes === null ? "" : books(await post(sale, "reconcile", { repair: true }));
  },
  letters: showLetters,
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
    say(card, problem.isUnknown ? `${words(problem)} It may have happened: look at the figures.` : words(problem), "bad");
  }
  card.dataset.busy = "";
  await refresh();
  card.querySelector(`[data-do="${what}"]`).focus();
}

const post = (sale, what, body) => call("POST", `/admin/sales/${sale.id}/${what}`, { token: adminToken(), body });

async function change(sale, what, body, done) {
  await post(sale, what, body);
  return done;
}

function books(found) {
  const sum = `${found.total} total, ${found.available} available + ${found.reserved} reserved + ${found.live} in live orders`;
  const verdict = found.difference === 0 ? "The books are right" : `The books differ by ${found.difference}`;
  return `${verdict}: ${sum}.${found.repaired ? " Repaired." : ""}${found.detail ? ` ${found.detail}` : ""}`;
}

async function showLetters(sale, card) {
  const { deadLetters } = await call("GET", `/admin/sales/${sale.id}/dead-letters`, { token: adminToken() });
  const list = element("ul", "", "letters");
  for (const letter of deadLetters) {
    const row = element("li");
    row.append(element("strong", letter.error), element("span", ` ${shown(letter.at)}, order ${letter.orderId ?? "unknown"}, entry ${letter.entryId}`),
      element("code", letter.payload));
    list.append(row);
  }
  field(card, "letters").replaceChildren(...(deadLetters.length ? [list] : []));
  return deadLetters.length ? `${deadLetters.length} that could not be written; their units are on sale again.` : "No dead letters.";
}

function say(card, text, kind = "") {
  field(card, "say").dataset.kind = kind;
  write(field(card, "say"), text);
}

/** Opens in a minute and lasts an hour, unless somebody has chosen already. */
function suggestTimes() {
  const local = (millis) => {
    const date = new Date(millis);
    return new Date(millis - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 19);
  };
  const form = byId("create").elements;
  if (byId("create-box").open && !(Date.parse(form.opensAt.value) > now())) {
    form.opensAt.value = local(now() + 60_000);
    form.endsAt.value = local(now() + 61 * 60_000);
  }
}

async function create(event) {
  event.preventDefault();
  const form = event.target;
  const value = form.elements;
  try {
    const sale = await call("POST", "/admin/sales", {
      token: adminToken(),
      body: {
        name: value.name.value.trim(), rung: value.rung.valueAsNumber, priceCents: Math.round(value.price.valueAsNumber * 100),
        perUser: value.perUser.valueAsNumber, total: value.total.valueAsNumber,
        opensAt: new Date(value.opensAt.value).toISOString(), endsAt: new Date(value.endsAt.value).toISOString(),
      },
    });
    say(form, `“${sale.name}” is created.`);
    byId("create-box").open = false;
    await refresh();
    byId(`managed-${sale.id}`)?.scrollIntoView({ block: "nearest" });
  } catch (problem) {
    say(form, words(problem), "bad");
  }
}
