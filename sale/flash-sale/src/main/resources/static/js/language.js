// The reader's language: the one chosen here, else the browser's, else English. Only what buyers read is translated.

import * as de from "./lang/de.js";
import * as en from "./lang/en.js";
import * as zh from "./lang/zh.js";

const BUNDLES = { en, de, zh };
const CHOSEN = "flash-sale.language";

const wanted = [localStorage.getItem(CHOSEN), ...navigator.languages].map((tag) => String(tag).slice(0, 2).toLowerCase());

/** Its short name. */
export const language = wanted.find((tag) => Object.hasOwn(BUNDLES, tag)) ?? "en";

/** For numbers and times: with the browser's own region, if it has that language. */
export const locale = navigator.languages.find((tag) => tag.toLowerCase().startsWith(language)) ?? language;

const bundle = BUNDLES[language];

export const texts = bundle.texts;
export const problems = { ...en.problems, ...bundle.problems };
export const saleStates = bundle.saleStates;
export const orderStates = bundle.orderStates;

/** Puts the texts into whatever carries data-t, templates included, and lets the reader choose. */
export function translate() {
  document.documentElement.lang = language;
  const all = [document, ...[...document.querySelectorAll("template")].map((template) => template.content)];
  for (const root of all) {
    for (const node of root.querySelectorAll("[data-t]")) {
      node.textContent = texts[node.dataset.t];
    }
  }
  const choice = document.getElementById("language");
  choice.value = language;
  choice.addEventListener("change", () => {
    localStorage.setItem(CHOSEN, choice.value);
    location.reload();
  });
}
