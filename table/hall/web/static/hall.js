// Keeps the hall's pages fresh: the cards of tables, and what its neighbours here bring.

import { askClock, setClock } from "./clock.js";
import { ages, make, words } from "./common.js";
import { again, asked, heard } from "./contact.js";
import { freshen } from "./fresh.js"; // before what changes the page: it learns what was sent
import "./evidence.js";
import "./forms.js";

const REFUSED_MS = 5000;
const cards = document.getElementById("cards");
const rows = new Map();

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

function show(names, list) {
  for (const row of list) {
    const fresh = card(row);
    const old = rows.get(row.table);
    const held = old && old === document.activeElement;
    old?.replaceWith(fresh);
    if (held) fresh.focus({ preventScroll: true });
    rows.set(row.table, fresh);
  }
  ages();
  const wanted = names.map((name) => rows.get(name));
  for (const one of [...cards.children]) if (!wanted.includes(one)) one.remove();
  for (const [at, one] of wanted.entries()) {
    const there = cards.children[at]; // those that stay are in order: only what is new is put in
    if (there !== one) cards.insertBefore(one, there ?? null);
  }
}

for (const button of document.querySelectorAll("[data-print]")) {
  button.addEventListener("click", () => window.print());
}

if (cards) {
  const first = JSON.parse(cards.dataset.rows);
  show(
    first.map((row) => row.table),
    first,
  );
  follow();
} else if (document.querySelector("[data-clock]")) {
  again(askClock, 3000);
}
if (document.querySelector("[data-fresh]")) again(freshen, 5000);

function follow() {
  const stream = new EventSource(`/api/live?lang=${document.documentElement.lang}`);
  stream.addEventListener("message", (event) => {
    const message = JSON.parse(event.data);
    show(message.names, message.tables);
    const trouble = document.getElementById("trouble");
    trouble.textContent = message.trouble;
    trouble.hidden = !message.trouble;
    setClock(message.clock);
    heard();
    asked(); // there is always a next one
  });
  stream.addEventListener("error", () => {
    // A hall that is gone is tried again by the browser itself; what is refused is closed for good,
    // and the words come when the page is asked for again.
    if (stream.readyState === EventSource.CLOSED) setTimeout(follow, REFUSED_MS);
  });
  asked();
}

const scroller = document.querySelector("[data-scroll]");
if (scroller) {
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  let down = 1;
  setInterval(() => {
    if (still.matches || scroller.scrollHeight <= scroller.clientHeight + 2) return;
    scroller.scrollTop += down;
    const end = scroller.scrollTop + scroller.clientHeight >= scroller.scrollHeight - 1;
    if (end || scroller.scrollTop <= 0) down = end ? -1 : 1;
  }, 40);
}
ages();
setInterval(ages, 1000);
