// Who is using the page: a buyer (kept in this browser) and perhaps an admin (kept in this tab).

import { call } from "./api.js";

const BUYER = "flash-sale.buyer";
const ADMIN = "flash-sale.admin";

/** The buyer, {user, token}, or null if nobody has bought from this browser. */
export function buyer() {
  try {
    return JSON.parse(localStorage.getItem(BUYER));
  } catch {
    return null;
  }
}

/** Becomes a guest of this name. */
export async function becomeGuest(name = "guest") {
  const guest = await call("POST", "/tokens", { body: { name } });
  localStorage.setItem(BUYER, JSON.stringify(guest));
  return guest;
}

export const forgetBuyer = () => localStorage.removeItem(BUYER);

export const adminToken = () => sessionStorage.getItem(ADMIN);

export function setAdminToken(token) {
  if (token) {
    sessionStorage.setItem(ADMIN, token);
  } else {
    sessionStorage.removeItem(ADMIN);
  }
}

/**
 * Reads the address's fragment: `#lab` opens a tab, `#admin=<token>` or `#lab&admin=<token>` brings a token, which leaves the
 * address at once. Returns the tab's name or null.
 */
export function readFragment() {
  const parts = location.hash.slice(1).split("&");
  const token = parts.find((part) => part.startsWith("admin="))?.slice("admin=".length);
  const tab = parts.find((part) => ["shop", "lab", "admin"].includes(part)) ?? null;
  if (token) {
    setAdminToken(decodeURIComponent(token));
    history.replaceState(null, "", location.pathname + location.search + (tab ? `#${tab}` : ""));
  }
  return tab;
}
