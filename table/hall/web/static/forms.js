// Forms: their fields become the body of a request; a refusal is shown in its words.

import { fail, remember } from "./common.js";
import { ask, refusalOf } from "./contact.js";
import { keepTyped, putBack } from "./typed.js";

const CHANGED = 409;

function value(field) {
  if (field.type === "checkbox") return field.checked;
  if (field.dataset.type === "json") return JSON.parse(field.value);
  if (field.dataset.type === "bool") return field.value === "true";
  if (field.dataset.type === "number") return field.value === "" ? null : Number(field.value);
  return field.value;
}

function body(form) {
  const found = {};
  const inside = (field) => field.closest("[data-item]");
  for (const field of form.elements) {
    if (!field.name || inside(field)) continue;
    if ("many" in field.dataset) (found[field.name] ??= []).push(value(field));
    else if (form.dataset.lines === field.name) found[field.name] = lines(field.value);
    else found[field.name] = value(field);
  }
  for (const list of form.querySelectorAll("[data-list]")) {
    found[list.dataset.list] = [...list.querySelectorAll("[data-item]")]
      .map((item) =>
        Object.fromEntries(
          [...item.querySelectorAll("[name]")].map((field) => [field.name, value(field)]),
        ),
      )
      .filter((item) => item.name);
  }
  return found;
}

function lines(text) {
  return text
    .split("\n")
    .map((line) => line.split(";"))
    .filter(([name]) => name.trim())
    .map(([name, team = ""]) => ({ name: name.trim(), team: team.trim() }));
}

async function send(form) {
  const [method, path] = form.dataset.api.split(" ");
  const to = path.replace(/\{(\w+)\}/g, (_, name) =>
    encodeURIComponent(form.querySelector(`[data-path=${name}]`).value),
  );
  for (const field of form.querySelectorAll("[data-keep]")) {
    localStorage.setItem(field.dataset.keep, field.value);
  }
  const headers = { "Content-Type": "application/json" };
  const answer = await ask(to, { method, headers, body: JSON.stringify(body(form)) });
  if (answer.ok) return again(form);
  const refusal = await refusalOf(answer);
  // Somebody else was faster: the page shows what they have done, and what was typed beside it.
  if (answer.status === CHANGED && form.elements.seen) again(null, refusal);
  else fail(refusal);
}

function again(sent, refusal = "") {
  leaving = true;
  keepOpen();
  keepTyped(sent);
  sessionStorage.setItem(REFUSED, refusal);
  window.location.reload();
}

// A second tap on a button means nothing more: neither while the first is on its way, nor on the
// page that it loads again, where another button may lie under the pointer.
const TAPS_MS = 500;
const busy = new Set();
let leaving = false;
document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!form.matches("form[data-api]")) return;
  event.preventDefault();
  if (leaving || busy.has(form)) return;
  busy.add(form);
  send(form)
    .catch((failure) => fail(failure.message))
    .finally(() => busy.delete(form));
});

const REFUSED = `refused ${window.location.pathname}`;

// What is opened stays open when a form has loaded the page again.
const OPENED = `opened ${window.location.pathname}`;
const foldings = () => [...document.querySelectorAll("main details")];
function keepOpen() {
  const open = foldings().map((one) => one.open);
  sessionStorage.setItem(OPENED, JSON.stringify(open));
}
const kept = sessionStorage.getItem(OPENED);
const opened = JSON.parse(kept ?? "[]");
sessionStorage.removeItem(OPENED);
function rest(resting) {
  for (const button of document.querySelectorAll("form[data-api] button")) {
    button.disabled = resting; // Firefox keeps it over a reload, so it is always said
  }
}
rest(kept !== null);
if (kept !== null) setTimeout(rest, TAPS_MS, false);
if (opened.length === foldings().length) {
  for (const [at, one] of foldings().entries()) one.open = opened[at];
}
for (const next of document.querySelectorAll("option[data-open]")) {
  const select = next.parentElement;
  if (next === select.querySelector("[data-open]")) next.selected = true;
}
remember(document);
putBack();
const refused = sessionStorage.getItem(REFUSED);
sessionStorage.removeItem(REFUSED);
if (refused) fail(refused);
