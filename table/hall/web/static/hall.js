// Keeps the hall's pages fresh: cards of tables, the clock and its gong, forms that speak to the API.
"use strict";

const words = JSON.parse(document.body.dataset.words);
const cards = document.getElementById("cards");
const rows = new Map();

function make(tag, kind, text) {
  const element = document.createElement(tag);
  if (kind) element.className = kind;
  if (text !== undefined) element.textContent = text;
  return element;
}

function since(moment) {
  const seconds = Math.max(0, Math.round((Date.now() - Date.parse(moment)) / 1000));
  if (!Number.isFinite(seconds)) return "";
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min`;
  return `${Math.floor(seconds / 3600)} h ${Math.floor((seconds % 3600) / 60)} min`;
}

function card(row) {
  const state = row.online ? row.state : row.seen_at ? "away" : "never";
  const bad = row.trouble.length || row.health.length;
  const box = make("a", `card ${state}${bad ? " bad" : ""}`);
  box.href = `/tables/${row.table}`;
  const head = make("div", "head");
  head.append(make("b", "", row.table));
  const round = row.hand ? words.winds["ESWN".indexOf(row.hand[0])] + row.hand.slice(1) : "";
  const hand = row.players.length ? `${round}${row.honba ? `·${row.honba}` : ""}` : "";
  head.append(make("span", "hand", hand), make("span", "state", words[state]));
  box.append(head);
  const list = make("div", "players");
  for (const player of row.players) {
    list.append(
      make("span", "wind", words.winds["ESWN".indexOf(player.wind)]),
      make("span", player.riichi ? "name riichi" : "name", player.name),
      make("span", "number", player.points.toLocaleString("en")),
    );
  }
  box.append(list);
  const foot = make("div", "foot");
  if (row.last_at) {
    const age = make("span", "age");
    age.dataset.since = row.last_at;
    foot.append(age);
  }
  if (row.questions) foot.append(make("span", "ask", `${row.questions} ${words.questions}`));
  if (row.waiting) foot.append(make("span", "late", `${row.waiting} ${words.entries_wait}`));
  for (const one of row.trouble) foot.append(make("span", "wrong", one.words));
  for (const one of row.health) foot.append(make("span", "wrong", one));
  box.append(foot);
  return box;
}

function show(list) {
  if (!cards) return;
  for (const row of list) {
    const fresh = card(row);
    const old = rows.get(row.table);
    if (old) old.replaceWith(fresh);
    else cards.append(fresh);
    rows.set(row.table, fresh);
  }
}

function ages() {
  for (const element of document.querySelectorAll("[data-since]")) {
    element.textContent = `${since(element.dataset.since)} ${words.ago}`;
  }
}

// The clock counts down between messages by itself.
const clocks = [...document.querySelectorAll("[data-clock]")];
let clock = clocks.length ? JSON.parse(clocks[0].dataset.clock) : null;
let told = performance.now();
let rang = clock ? (clock.gong ? clock.round : null) : null;
let sound = null;

function left(extra = 0) {
  if (!clock || clock.left_s === null) return null;
  const gone = clock.state === "running" ? (performance.now() - told) / 1000 : 0;
  return Math.max(0, clock.left_s + extra - gone);
}

function digits(seconds) {
  const whole = Math.ceil(seconds);
  const hours = Math.floor(whole / 3600);
  const minutes = String(Math.floor((whole % 3600) / 60)).padStart(2, "0");
  return `${hours ? `${hours}:` : ""}${minutes}:${String(whole % 60).padStart(2, "0")}`;
}

function tick() {
  ages();
  if (!clock) return;
  const seconds = left();
  const open = clock.state === "running" || clock.state === "paused";
  for (const element of clocks) {
    const up = open && seconds === 0;
    element.classList.toggle("up", up);
    element.classList.toggle("paused", clock.state === "paused");
    if (clock.round === null || seconds === null) element.textContent = "";
    else element.textContent = up ? words.time_up : digits(seconds);
    element.title = words[clock.state] ?? "";
  }
  const extras = document.querySelector(".extras");
  if (extras) {
    const late = Object.entries(clock.extra_s).filter(([, more]) => more > 0);
    extras.textContent = late
      .map(([table, more]) => `${words.table} ${table}: ${digits(left(more) ?? 0)}`)
      .join("   ");
  }
  if (open && seconds === 0 && rang !== clock.round) {
    rang = clock.round;
    if (document.querySelector("[data-gong]")) gong();
  }
  if (seconds > 0) rang = null;
}

function gong() {
  if (!sound) return;
  for (const [number, pitch] of [196, 247, 131].entries()) {
    const tone = sound.createOscillator();
    const loud = sound.createGain();
    tone.frequency.value = pitch;
    loud.gain.setValueAtTime(0.5 / (number + 1), sound.currentTime);
    loud.gain.exponentialRampToValueAtTime(0.001, sound.currentTime + 5);
    tone.connect(loud).connect(sound.destination);
    tone.start();
    tone.stop(sound.currentTime + 5);
  }
}

document.querySelector("[data-sound]")?.addEventListener("click", (event) => {
  sound = new AudioContext();
  event.target.disabled = true;
  gong();
});
for (const button of document.querySelectorAll("[data-print]")) {
  button.addEventListener("click", () => window.print());
}

// Forms: their fields become the body of a request; a refusal is shown in its words.
function value(field) {
  if (field.type === "checkbox") return field.checked;
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

function fail(text) {
  const place = document.querySelector(".failure");
  place.textContent = text;
  place.hidden = false;
  place.scrollIntoView({ block: "nearest" });
}

async function send(form) {
  const [method, path] = form.dataset.api.split(" ");
  const to = path.replace(/\{(\w+)\}/g, (_, name) =>
    encodeURIComponent(form.querySelector(`[data-path=${name}]`).value),
  );
  for (const field of form.querySelectorAll("[data-keep]")) {
    localStorage.setItem(field.dataset.keep, field.value);
  }
  const headers = {
    "Content-Type": "application/json",
    "Accept-Language": document.documentElement.lang,
  };
  const answer = await fetch(to, { method, headers, body: JSON.stringify(body(form)) });
  if (answer.ok) {
    keepOpen();
    window.location.reload();
    return;
  }
  const refusal = await answer.json().catch(() => ({ detail: answer.statusText }));
  fail(refusal.detail);
}

const busy = new Set(); // a second tap on a button means nothing more
document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!form.matches("form[data-api]")) return;
  event.preventDefault();
  if (busy.has(form)) return;
  busy.add(form);
  send(form)
    .catch((failure) => fail(String(failure)))
    .finally(() => busy.delete(form));
});

// What is opened stays open when a form has loaded the page again.
const OPENED = `opened ${window.location.pathname}`;
const foldings = () => [...document.querySelectorAll("main details")];
function keepOpen() {
  const open = foldings().map((one) => one.open);
  sessionStorage.setItem(OPENED, JSON.stringify(open));
}
const opened = JSON.parse(sessionStorage.getItem(OPENED) ?? "[]");
sessionStorage.removeItem(OPENED);
if (opened.length === foldings().length) {
  for (const [at, one] of foldings().entries()) one.open = opened[at];
}
for (const next of document.querySelectorAll("option[data-open]")) {
  const select = next.parentElement;
  if (next === select.querySelector("[data-open]")) next.selected = true;
}
function remember(place) {
  for (const field of place.querySelectorAll("[data-keep]")) {
    field.value ||= localStorage.getItem(field.dataset.keep) ?? "";
  }
}
remember(document);

// What is public has no live stream; it asks again every few seconds, unless somebody is typing.
const shown = new Map(); // what the hall sent of each place, before anything here was added to it
for (const place of document.querySelectorAll("[data-fresh]")) shown.set(place, place.innerHTML);

async function freshen() {
  const answer = await fetch(window.location.href, { headers: { Accept: "text/html" } });
  if (!answer.ok) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  for (const [place, before] of shown) {
    const fresh = page.querySelector(`[data-fresh=${place.dataset.fresh}]`);
    const typing = place.contains(document.activeElement) && document.activeElement.name;
    if (!fresh || typing || fresh.innerHTML === before) continue;
    shown.set(place, fresh.innerHTML);
    place.replaceChildren(...fresh.childNodes);
    remember(place);
    ages();
  }
}

async function askClock() {
  const answer = await fetch("/api/public/clock");
  if (!answer.ok) return;
  clock = await answer.json();
  told = performance.now();
}

if (cards) {
  show(JSON.parse(cards.dataset.rows));
  const stream = new EventSource(`/api/live?lang=${document.documentElement.lang}`);
  stream.addEventListener("message", (event) => {
    const message = JSON.parse(event.data);
    show(message.tables);
    clock = message.clock;
    told = performance.now();
  });
} else {
  const quietly = (work) => () => work().catch(() => {});
  if (document.querySelector("[data-fresh]")) setInterval(quietly(freshen), 5000);
  if (clocks.length) setInterval(quietly(askClock), 3000);
}

// Pictures and films lie at their table: they are asked for when somebody wants to see them.
async function showEvidence(place, address, kind) {
  place.textContent = "…";
  const answer = await fetch(address, {
    headers: { "Accept-Language": document.documentElement.lang },
  });
  if (!answer.ok) {
    const refusal = await answer.json().catch(() => ({ detail: answer.statusText }));
    place.replaceChildren(make("small", "wrong", refusal.detail));
    return;
  }
  const made = make(kind);
  if (kind === "video") Object.assign(made, { controls: true, muted: true, autoplay: true });
  else made.alt = words.evidence;
  made.src = URL.createObjectURL(await answer.blob());
  place.replaceChildren(made);
}
function look(place, address, kind) {
  showEvidence(place, address, kind).catch((failure) => place.replaceChildren(String(failure)));
}
for (const button of document.querySelectorAll("button[data-clip]")) {
  button.addEventListener("click", () => look(button.parentElement, button.dataset.clip, "video"));
}
for (const evidence of document.querySelectorAll("details")) {
  evidence.addEventListener("toggle", () => {
    for (const place of evidence.querySelectorAll("[data-picture]")) {
      const address = place.dataset.picture;
      delete place.dataset.picture;
      look(place, address, "img");
    }
  });
}

const scroller = document.querySelector("[data-scroll]");
if (scroller) {
  let down = 1;
  setInterval(() => {
    if (scroller.scrollHeight <= scroller.clientHeight + 2) return;
    scroller.scrollTop += down;
    const end = scroller.scrollTop + scroller.clientHeight >= scroller.scrollHeight - 1;
    if (end || scroller.scrollTop <= 0) down = end ? -1 : 1;
  }, 40);
}
tick();
setInterval(tick, 250);
