// What a sale is, as fields: for a new one, for changes, and for another one like it.

import { now } from "./clock.js";
import { byId, write } from "./dom.js";

/** A time as inputs for local dates have it. */
export function localTime(millis) {
  const date = new Date(millis);
  return new Date(millis - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 19);
}

/** What the fields say, as the API wants it. */
export function readSale(value) {
  return {
    name: value.name.value.trim(), priceCents: Math.round(value.price.valueAsNumber * 100),
    perUser: value.perUser.valueAsNumber, total: value.total.valueAsNumber,
    opensAt: new Date(value.opensAt.value).toISOString(), endsAt: new Date(value.endsAt.value).toISOString(),
  };
}

/**
 * Asks what is to be different about a sale; the answer is null for nothing, else only what differs, or for a clone all of
 * it.
 */
export function askSale(title, yes, sale, { clone = false, begun = false }) {
  const dialog = byId("edit");
  const value = byId("edit-form").elements;
  const minute = 60_000;
  write(byId("edit-title"), title);
  write(byId("edit-yes"), yes);
  value.name.value = sale.name;
  value.price.value = (sale.priceCents / 100).toFixed(2);
  value.perUser.value = sale.perUser;
  value.perUser.min = begun ? sale.perUser : 1;
  value.total.value = sale.total;
  value.opensAt.value = localTime(clone ? now() + minute : Date.parse(sale.opensAt));
  value.endsAt.value = localTime(clone ? now() + 61 * minute : Date.parse(sale.endsAt));
  value.total.closest("label").hidden = !clone;
  byId("edit-note").hidden = !begun;
  value.price.disabled = begun;
  value.opensAt.disabled = begun;
  dialog.returnValue = "";
  dialog.showModal();
  return new Promise((resolve) =>
    dialog.addEventListener("close", () => resolve(dialog.returnValue === "yes" ? answer(value, sale, clone) : null), { once: true }));
}

function answer(value, sale, clone) {
  const all = readSale(value);
  if (clone) {
    return all;
  }
  const same = (name) => (name.endsWith("At") ? localTime(Date.parse(sale[name])) === value[name].value : all[name] === sale[name]);
  const differs = Object.entries(all).filter(([name]) => name !== "total" && !same(name));
  return differs.length ? Object.fromEntries(differs) : null;
}
