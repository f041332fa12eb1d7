// Server-sent events over fetch, because EventSource cannot send an Authorization header.

import { send } from "./api.js";

const QUIET_MILLIS = 45_000; // the service says something at least every 15 s

/**
 * Follows a stream until it is stopped or `isOver(data)` says that there is nothing more to come. Reconnects by itself.
 * Returns a function that stops it.
 */
export function follow(path, { token, onData, isOver = () => false, onProblem = () => {} }) {
  const stop = new AbortController();
  run(path, token, stop.signal, onData, isOver, onProblem);
  return () => stop.abort();
}

async function run(path, token, stopped, onData, isOver, onProblem) {
  for (let attempt = 0; !stopped.aborted; attempt++) {
    try {
      for await (const data of events(path, token, stopped)) {
        attempt = 0;
        if (stopped.aborted) return;
        onData(data);
        if (isOver(data)) return;
      }
    } catch (problem) {
      if (stopped.aborted) return;
      onProblem(problem);
      if ([401, 404].includes(problem.status)) return;
    }
    await pause(Math.min(10_000, 500 * 2 ** Math.min(attempt, 5)) * (0.5 + Math.random()), stopped);
  }
}

/** The data of each event of one connection. */
async function* events(path, token, stopped) {
  const connection = new AbortController();
  const hangUp = () => connection.abort();
  stopped.addEventListener("abort", hangUp, { once: true });
  let watchdog = setTimeout(hangUp, QUIET_MILLIS);
  try {
    const response = await send("GET", path, { token, accept: "text/event-stream", signal: connection.signal });
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let text = "";
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      clearTimeout(watchdog);
      watchdog = setTimeout(hangUp, QUIET_MILLIS);
      text += value;
      const blocks = text.split(/\r?\n\r?\n/);
      text = blocks.pop();
      for (const block of blocks) {
        const data = dataOf(block);
        if (data) yield JSON.parse(data);
      }
    }
  } finally {
    clearTimeout(watchdog);
    stopped.removeEventListener("abort", hangUp);
    hangUp();
  }
}

const dataOf = (block) => block.split(/\r?\n/)
  .filter((line) => line.startsWith("data:"))
  .map((line) => line.slice(5).replace(/^ /, ""))
  .join("\n");

const pause = (millis, signal) => new Promise((resolve) => {
  const timer = setTimeout(resolve, millis);
  signal.addEventListener("abort", () => { clearTimeout(timer); resolve(); }, { once: true });
});
