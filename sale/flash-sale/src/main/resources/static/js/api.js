// The service's API. Every call resolves to the answer's body or rejects with a Problem.

import { learn } from "./clock.js";

const PATIENCE_MILLIS = 15_000;

/** Why a request did not succeed: an RFC 9457 problem, or one of "unreachable" and "server-error" of our own making. */
export class Problem extends Error {
  constructor(type, status, body = {}, retryAfter = 0) {
    super(body.detail ?? body.title ?? type);
    this.type = type;
    this.status = status;
    this.body = body;
    this.retryAfter = retryAfter;
  }

  /** Whether what was asked for may have happened nevertheless. */
  get isUnknown() {
    return ["outcome-unknown", "unreachable", "server-error"].includes(this.type);
  }

  static async of(response) {
    let body = {};
    try {
      body = await response.json();
    } catch {
      // Not a problem document: a proxy answered, or the answer was cut off. The status must do.
    }
    const named = String(body.type ?? "").match(/\/problems\/([a-z-]+)$/)?.[1];
    const type = named ?? (response.status >= 500 ? "server-error" : `status-${response.status}`);
    return new Problem(type, response.status, body, Number(response.headers.get("Retry-After")) || 0);
  }
}

/** Sends a request. Options: token, body (an object), key (idempotency), signal, accept. */
export async function send(method, path, { token, body, key, signal, accept = "application/json" } = {}) {
  const headers = { Accept: `${accept}, application/problem+json` };
  if (token) headers.Authorization = `Bearer ${token}`;
  if (key) headers["Idempotency-Key"] = key;
  if (body) headers["Content-Type"] = "application/json";
  let response;
  try {
    response = await fetch(`/api/v1${path}`, {
      method, headers, body: body && JSON.stringify(body), cache: "no-store", redirect: "error",
      signal: signal ?? AbortSignal.timeout(PATIENCE_MILLIS),
    });
  } catch (e) {
    throw new Problem("unreachable", 0, { detail: String(e) });
  }
  if (!response.ok) {
    throw await Problem.of(response);
  }
  return response;
}

/** Sends a request and reads JSON; an answer that breaks off is as good as none. */
export async function call(method, path, options) {
  const sent = performance.now();
  const response = await send(method, path, options);
  const received = performance.now();
  try {
    const body = await response.json();
    if (method === "GET" && body.serverTime) {
      learn(body.serverTime, sent, received);
    }
    return body;
  } catch (e) {
    throw new Problem("unreachable", response.status, { detail: String(e) });
  }
}
