// The Lab: the ladder, a run over some of its rungs, and what came of it.

import { call } from "./api.js";
import { draw, round } from "./chart.js";
import { announce, byId, copy, field, fill, keyed, write } from "./dom.js";
import { enter } from "./gate.js";
import { adminToken } from "./session.js";
import { follow } from "./stream.js";
import { words } from "./words.js";

const STORY = [1, 2, 7, 9, 10, 11]; // the rungs that tell most in a short time
const RUN = "flash-sale.run";

let rungs = [];
let faults = [];
let run = null;
let stock = 0; // of the run that is shown
let visible = false;
let stopFollowing = () => {};

export function start() {
  byId("lab-form").addEventListener("submit", begin);
  byId("stop").addEventListener("click", end);
  byId("lab-form").elements.fault.addEventListener("change", showFault);
  document.querySelectorAll("[data-pick]").forEach((button) =>
    button.addEventListener("click", () => pick(button.dataset.pick)));
}

export async function show(isVisible) {
  visible = isVisible;
  stopFollowing();
  if (!visible) {
    return;
  }
  if (!rungs.length) {
    const answer = await enter("lab", "/lab/rungs",
      "The Lab is switched off here. It is for trying things out: start the service with flash-sale.lab=true.",
      () => show(true));
    if (!answer) {
      return;
    }
    rungs = answer.rungs;
    faults = answer.faults;
    build();
  }
  const begun = JSON.parse(sessionStorage.getItem(RUN));
  if (begun && visible && (!run || run.state === "RUNNING")) {
    stock = begun.stock;
    watch(begun.id);
  }
}

function build() {
  const select = byId("lab-form").elements.fault;
  faults.forEach((fault) => select.append(
    new Option(fault.name === "OWN" ? "Each rung's own weakness" : title(fault.name), fault.name)));
  showFault();
  keyed(byId("ladder"), rungs, (rung) => rung.number, (rung) => {
    const node = copy("t-rung");
    node.id = `rung-${rung.number}`;
    fill(node, { number: rung.number, name: rung.name, what: rung.what, breaks: rung.breaks, why: rung.why });
    node.querySelector("input").setAttribute("aria-label", `Rung ${rung.number}: ${rung.name}`);
    node.classList.toggle("holds", rung.expected === "EXACT");
    return node;
  }, () => {});
  pick("story");
}

const title = (name) => name.charAt(0) + name.slice(1).toLowerCase().replaceAll("_", " ");

function showFault() {
  const name = byId("lab-form").elements.fault.value;
  write(byId("fault-what"), faults.find((fault) => fault.name === name)?.what);
}

const boxes = () => [...byId("ladder").querySelectorAll("input[type=checkbox]")];

function pick(what) {
  boxes().forEach((box, i) => {
    box.checked = what === "all" || (what === "story" && STORY.includes(rungs[i].number));
  });
}

async function begin(event) {
  event.preventDefault();
  const form = byId("lab-form").elements;
  const chosen = rungs.filter((_, i) => boxes()[i].checked).map((rung) => rung.number);
  if (!chosen.length) {
    say("Choose at least one rung below.");
    return;
  }
  byId("run").disabled = true;
  say("Starting …");
  try {
    const begun = await call("POST", "/lab/runs", {
      token: adminToken(),
      body: {
        rungs: chosen, buyers: form.buyers.valueAsNumber, stock: form.stock.valueAsNumber,
        instances: form.instances.valueAsNumber, fault: form.fault.value,
      },
    });
    stock = form.stock.valueAsNumber;
    sessionStorage.setItem(RUN, JSON.stringify({ id: begun.id, stock }));
    run = null;
    render(begun);
    watch(begun.id);
  } catch (problem) {
    byId("run").disabled = false;
    say(words(problem));
  }
}

async function end() {
  try {
    render(await call("DELETE", `/lab/runs/${run.id}`, { token: adminToken() }));
  } catch (problem) {
    say(words(problem));
  }
}

function watch(id) {
  stopFollowing();
  stopFollowing = follow(`/lab/runs/${id}/events`, {
    token: adminToken(),
    onData: render,
    isOver: (data) => data.state !== "RUNNING",
    onProblem: (problem) => {
      if (problem.status === 404) {
        sessionStorage.removeItem(RUN);
        byId("run").disabled = false;
        say("");
      }
    },
  });
}

function render(next) {
  const before = run;
  run = next;
  const going = run.state === "RUNNING";
  byId("run").disabled = going;
  byId("stop").hidden = !going;
  say(status());
  const results = new Map(run.rungs.map((rung) => [rung.number, rung]));
  for (const rung of rungs) {
    const node = byId(`rung-${rung.number}`);
    const result = results.get(rung.number);
    field(node, "result").hidden = !result || result.state === "WAITING";
    node.classList.toggle("running", result?.state === "RUNNING" && going);
    if (result) {
      renderResult(node, rung, result);
    }
    const was = before?.rungs.find((one) => one.number === rung.number)?.verdict;
    if (result?.verdict && result.verdict !== was && before) {
      announce(`Rung ${rung.number}: ${result.verdict}`);
    }
  }
  keyed(byId("summary"), run.rungs, (rung) => rung.number, () => copy("t-chip"), (chip, result) => {
    chip.firstElementChild.href = `#rung-${result.number}`;
    chip.firstElementChild.onclick = jump;
    chip.dataset.kind = kind(result);
    fill(chip, { number: result.number, word: result.verdict ?? { WAITING: "waits", RUNNING: "runs …" }[result.state] ?? "–" });
  });
}

function status() {
  switch (run.state) {
    case "RUNNING": {
      const at = run.rungs.find((rung) => rung.state === "RUNNING");
      return at ? `Rung ${at.number} is selling …` : "Preparing …";
    }
    case "DONE": {
      const odd = run.rungs.filter((rung) => rung.asExpected === false).map((rung) => rung.number);
      return odd.length ? `Done. Not as explained: rung ${odd.join(", ")}.`
          : run.rungs.every((rung) => rung.asExpected) ? "Done. Every rung did what its explanation says." : "Done.";
    }
    case "STOPPED": return "Stopped early.";
    default: return `The run broke off: ${run.error ?? "no reason given"}`;
  }
}

function kind(result) {
  if (!result.verdict) return result.state === "RUNNING" ? "running" : "";
  return result.verdict === "EXACT" ? "good" : "bad";
}

function renderResult(node, rung, result) {
  const verdict = field(node, "verdict");
  verdict.dataset.kind = kind(result);
  write(verdict, result.verdict ?? (result.state === "RUNNING" ? "selling …" : ""));
  const expected = field(node, "expected");
  expected.dataset.kind = String(result.asExpected);
  write(expected, result.asExpected === true ? "As its explanation says"
    : result.asExpected === false ? `Not as explained: ${rung.expected} was to be expected` : "");
  fill(node, {
    accepted: round(result.accepted), orders: round(result.orders), stockLeft: round(result.stockLeft),
    answered: `${round(result.answered)} of ${round(result.buyers)}`, perSecond: round(result.perSecond),
    p50: `${round(result.p50Millis)} ms`, p99: `${round(result.p99Millis)} ms`,
    fault: `${title(result.fault)}: ${faults.find((fault) => fault.name === result.fault)?.what ?? ""}`,
  });
  const line = result.timeline ?? [];
  const times = line.map((point) => point.at);
  const values = (name) => line.map((point) => point[name] ?? 0);
  draw(field(node, "chartStock"), {
    title: "Stock", times, limit: stock,
    series: [{ label: "left", values: values("stock"), style: "a" }, { label: "orders", values: values("orders"), style: "b" }],
  });
  draw(field(node, "chartRate"), {
    title: "Orders/s", times, series: [{ label: "", values: values("perSecond"), style: "b" }],
  });
  draw(field(node, "chartTime"), {
    title: "Answer time", times, unit: " ms",
    series: [{ label: "p50", values: values("p50Millis"), style: "a" }, { label: "p99", values: values("p99Millis"), style: "b" }],
  });
}

function jump(event) {
  event.preventDefault();
  const target = document.querySelector(event.currentTarget.getAttribute("href"));
  target.scrollIntoView({ block: "start" });
  target.querySelector("input").focus({ preventScroll: true });
}

function say(text) {
  write(byId("lab-status"), text);
}
