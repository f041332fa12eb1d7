// The page: three tabs, of which only the one to be seen talks to the server.

import * as admin from "./admin.js";
import { call } from "./api.js";
import { isSet, now, onTick } from "./clock.js";
import { byId, write } from "./dom.js";
import { translate } from "./language.js";
import * as lab from "./lab.js";
import { readFragment } from "./session.js";
import * as shop from "./shop.js";

const PARTS = { shop, lab, admin };
const names = Object.keys(PARTS);
let current = null;

function select(name) {
  if (name !== current) {
    if (current) PARTS[current].show(false);
    current = name;
    PARTS[name].show(!document.hidden);
  }
  for (const other of names) {
    const tab = byId(`tab-${other}`);
    tab.setAttribute("aria-selected", String(other === name));
    tab.tabIndex = other === name ? 0 : -1;
    byId(`${other}-panel`).hidden = other !== name;
  }
  document.title = `${byId(`tab-${name}`).textContent} – Flash sale`;
}

function choose(name) {
  history.replaceState(null, "", `#${name}`);
  select(name);
}

function readAddress() {
  const { tab, sale } = readFragment();
  if (sale) shop.prefer(sale);
  select(tab ?? (sale ? "shop" : current ?? "shop"));
}

function onKey(event) {
  const at = names.indexOf(current);
  const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: names.length - 1 }[event.key];
  if (to !== undefined) {
    event.preventDefault();
    choose(names[(to + names.length) % names.length]);
    byId(`tab-${current}`).focus();
  }
}

translate();
for (const name of names) {
  byId(`tab-${name}`).addEventListener("click", () => choose(name));
  byId(`tab-${name}`).addEventListener("keydown", onKey);
  PARTS[name].start();
}
document.addEventListener("visibilitychange", () => PARTS[current].show(!document.hidden));
window.addEventListener("hashchange", readAddress);
onTick(() => isSet() && write(byId("server-time"), new Date(now()).toLocaleTimeString()));
readAddress();
if (current !== "shop") {
  call("GET", "/sales").catch(() => {}); // for the server's time; without it the clock stays blank
}
