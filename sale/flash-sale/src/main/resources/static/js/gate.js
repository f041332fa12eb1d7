// The way in for operators: asks for the admin token where one is needed.

import { call } from "./api.js";
import { copy, field, write } from "./dom.js";
import { adminToken, setAdminToken } from "./session.js";
import { words } from "./words.js";

/**
 * Loads what a tab needs as admin, or shows why it cannot. Resolves to the answer or null.
 *
 * @param name the tab: its gate is the element with that data-gate, what it protects has the id `<name>-body`
 * @param off what to say if the service does not have this part
 * @param again called when a token has been entered
 */
export async function enter(name, path, off, again) {
  const place = document.querySelector(`[data-gate="${name}"]`);
  const body = document.getElementById(`${name}-body`);
  if (!adminToken()) {
    body.hidden = true;
    showForm(place, "", again);
    return null;
  }
  try {
    const answer = await call("GET", path, { token: adminToken() });
    place.replaceChildren();
    body.hidden = false;
    return answer;
  } catch (problem) {
    if (problem.status === 401) {
      setAdminToken(null);
      body.hidden = true;
      showForm(place, words(problem), again);
    } else {
      const note = document.createElement("p");
      note.className = "note";
      note.textContent = problem.status === 404 ? off : words(problem);
      place.replaceChildren(note);
    }
    return null;
  }
}

function showForm(place, problem, again) {
  let form = place.querySelector("form");
  if (!form) {
    form = copy("t-gate");
    write(field(form, "why"),
      "This part changes sales and puts load on the service, so it needs the admin token. The service prints it when it "
      + "starts, or has it in its setting flash-sale.admin-token, or one for each of you in flash-sale.operating.");
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      setAdminToken(form.elements.token.value.trim());
      again();
    });
    place.replaceChildren(form);
  }
  write(field(form, "say"), problem);
}
