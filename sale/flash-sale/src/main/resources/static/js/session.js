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
 * Reads the address's fragment: `#lab` opens a tab, `#sale=7` puts a sale in front, `#admin=<token>` or `#lab&admin=<token>`
 * brings a token, which leaves the address at once. Returns {tab, sale}, each null if it is not there.
 */
export function readFragment() {
  const parts = location.hash.slice(1).split("&");
  const value = (name) => parts.find((part) => part.startsWith(`${name}=`))?.slice(name.length + 1) ?? null;
  const token = value("admin");
  if (token) {
    setAdminToken(decodeURIComponent(token));
    const rest = parts.filter((part) => !part.startsWith("admin=")).join("&");
    history.replaceState(null, "", location.pathname + location.search + (rest && `#${rest}`));
  }
  return { tab: parts.find((part) => ["shop", "lab", "admin"].includes(part)) ?? null, sale: value("sale") };
}
