// What the other modules need of the document. Text goes in as text only, never as markup.

export const byId = (id) => document.getElementById(id);

/** A copy of a template's first element. */
export const copy = (id) => byId(id).content.firstElementChild.cloneNode(true);

/** The element of a copy that carries this data-field. */
export const field = (node, name) => node.querySelector(`[data-field="${name}"]`);

/** Sets texts by field name, and touches only what differs, so that screen readers stay quiet. */
export function fill(node, texts) {
  for (const [name, text] of Object.entries(texts)) {
    write(field(node, name), text);
  }
}

export function write(node, text) {
  const value = String(text ?? "");
  if (node.textContent !== value) {
    node.textContent = value;
  }
}

/** An element with text, for the few places a template would be too much. */
export function element(tag, text = "", className = "") {
  const node = document.createElement(tag);
  node.textContent = text;
  if (className) {
    node.className = className;
  }
  return node;
}

/**
 * Keeps one child per item, in the items' order: creates, updates and removes, and never rebuilds what stays, so that
 * focus and open details survive.
 */
export function keyed(parent, items, keyOf, create, update) {
  const old = new Map([...parent.children].map((child) => [child.dataset.key, child]));
  let next = parent.firstElementChild;
  for (const item of items) {
    const key = String(keyOf(item));
    const node = old.get(key) ?? create(item);
    old.delete(key);
    node.dataset.key = key;
    if (node === next) {
      next = next.nextElementSibling;
    } else {
      parent.insertBefore(node, next);
    }
    update(node, item);
  }
  old.forEach((node) => node.remove());
}

/** Says something to those who cannot see the change. */
export function announce(text) {
  write(byId("announce"), text);
}

/**
 * Asks before something that matters. The answer is null for no, else the text of the input ("" if there is none).
 * Options: title, text, yes, label (an input is shown if given), and attributes of the input.
 */
export function ask({ title, text, yes, label, input = {} }) {
  const dialog = byId("ask");
  const box = byId("ask-input");
  write(byId("ask-title"), title);
  write(byId("ask-text"), text);
  write(byId("ask-yes"), yes);
  write(byId("ask-label"), label);
  byId("ask-field").hidden = !label;
  Object.assign(box, { type: "text", required: Boolean(label), value: "", min: "", max: "", maxLength: 200 }, input);
  box.disabled = !label;
  dialog.returnValue = "";
  dialog.showModal();
  return new Promise((resolve) =>
    dialog.addEventListener("close", () => resolve(dialog.returnValue === "yes" ? box.value : null), { once: true }));
}
