// Lists of one sale, a page at a time: its orders, refunds, findings, dead letters, and who did what.

import { call } from "./api.js";
import { shown } from "./clock.js";
import { element } from "./dom.js";
import { adminToken } from "./session.js";
import { ORDER_STATES, price } from "./words.js";

const time = (iso) => (iso ? shown(iso) : "");

const REFUND_STATES = { DUE: "to be paid", RETURNED: "paid", REFUSED: "refused by the provider" };

const LISTS = {
  orders: {
    title: "Orders", path: (sale) => `/admin/sales/${sale.id}/orders`, none: "No orders.", search: "Buyer or order",
    columns: {
      Buyer: (row) => row.user, Units: (row) => row.quantity, Price: (row) => price(row.priceCents * row.quantity),
      State: (row) => ORDER_STATES[row.status] ?? row.status, Accepted: (row) => time(row.acceptedAt), Paid: (row) => time(row.paidAt),
      Order: (row) => row.id,
    },
  },
  refunds: {
    title: "Refunds", path: (sale) => `/admin/sales/${sale.id}/refunds`, none: "No refunds.",
    columns: {
      Buyer: (row) => row.user, Amount: (row) => price(row.amountCents), Why: (row) => row.reason, Noted: (row) => time(row.at),
      State: (row) => REFUND_STATES[row.state] ?? row.state, Trouble: (row) => row.lastError ?? "", Order: (row) => row.order,
    },
  },
  findings: {
    title: "Findings", path: (sale) => `/admin/sales/${sale.id}/findings`, none: "No findings: Redis and the database agree.",
    columns: {
      Found: (row) => row.detail, Difference: (row) => row.difference, Repaired: (row) => (row.repaired ? "yes" : "no"),
      Epoch: (row) => row.epoch, When: (row) => time(row.at),
    },
  },
  letters: {
    title: "Dead letters", path: (sale) => `/admin/sales/${sale.id}/dead-letters`, none: "No dead letters.",
    columns: { Why: (row) => row.error, When: (row) => time(row.at), Order: (row) => row.orderId ?? "unknown", Entry: (row) => row.entryId, Content: (row) => row.payload },
  },
  history: {
    title: "History", path: () => "/admin/audit", none: "Nobody has changed anything.",
    columns: {
      When: (row) => time(row.at), Who: (row) => row.actor, What: (row) => row.action, Said: (row) => row.request, Outcome: (row) => row.outcome.toLowerCase(),
      Why: (row) => row.detail ?? "", Key: (row) => row.key ?? "",
    },
  },
};

/** Shows a list in this place; resolves to what there is to say about it. */
export async function showRecords(place, name, sale, page = 0, text = "") {
  const list = LISTS[name];
  const query = new URLSearchParams({ page, q: text, ...(name === "history" ? { sale: sale.id } : {}) });
  const answer = await call("GET", `${list.path(sale)}?${query}`, { token: adminToken() });
  const rows = answer.rows ?? answer.deadLetters;
  const again = (other, wanted = text) => showRecords(place, name, sale, other, wanted).then(() => place.querySelector("button, input")?.focus());
  const parts = [element("h4", list.title)];
  if (list.search) {
    parts.push(searchForm(list.search, text, (wanted) => again(0, wanted)));
  }
  parts.push(rows.length ? table(list, rows) : element("p", list.none, "quiet"));
  if (page > 0 || answer.more) {
    parts.push(pages(page, answer.more, again));
  }
  const close = element("button", "Hide", "plain");
  close.addEventListener("click", () => {
    place.replaceChildren();
    place.closest("article").querySelector(`[data-do="${name}"]`).focus();
  });
  place.replaceChildren(...parts, close);
  return rows.length ? "" : list.none;
}

function searchForm(label, text, wanted) {
  const form = element("form", "", "actions");
  const box = element("label", `${label} `);
  const input = element("input");
  Object.assign(input, { type: "search", value: text, maxLength: 100, autocomplete: "off" });
  box.append(input);
  form.append(box, element("button", "Find"));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    wanted(input.value.trim());
  });
  return form;
}

function table(list, rows) {
  const node = element("table");
  const head = element("tr");
  for (const name of Object.keys(list.columns)) {
    const cell = element("th", name);
    cell.scope = "col";
    head.append(cell);
  }
  node.append(element("thead"), element("tbody"));
  node.tHead.append(head);
  for (const row of rows) {
    const line = element("tr");
    for (const [name, value] of Object.entries(list.columns)) {
      const cell = element("td", String(value(row) ?? ""));
      cell.dataset.label = name;
      line.append(cell);
    }
    node.tBodies[0].append(line);
  }
  const frame = element("div", "", "records");
  frame.tabIndex = 0;
  frame.role = "region";
  frame.ariaLabel = list.title;
  frame.append(node);
  return frame;
}

function pages(page, more, again) {
  const nav = element("div", "", "actions");
  const newer = element("button", "Newer");
  const older = element("button", "Older");
  newer.disabled = page === 0;
  older.disabled = !more;
  newer.addEventListener("click", () => again(page - 1));
  older.addEventListener("click", () => again(page + 1));
  nav.append(newer, older);
  return nav;
}
