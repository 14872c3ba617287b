// Whether the hall answers: what it owes is remembered, and a line says when it owes it too long.
// Another one says what it has against keeping the page fresh.

import { words } from "./common.js";

const TOO_LONG_MS = 20_000;
const line = document.querySelector(".gone-quiet");
const refusal = document.querySelector(".refused");
let owes = null;

/** The hall owes an answer, or the live stream its next message. */
export function asked() {
  owes ??= performance.now();
}

export function heard() {
  owes = null;
  line.hidden = true;
}

/** The hall does answer, and refuses what the page shows. */
export function refused(why) {
  const said = `${words.may_be_old} ${why}`;
  if (refusal.textContent !== said) refusal.textContent = said; // it is read out once
  refusal.hidden = false;
  heard();
}

export function allowed() {
  refusal.hidden = true;
}

setInterval(() => {
  if (owes !== null && performance.now() - owes > TOO_LONG_MS) line.hidden = false;
}, 1000);

/** Ask the hall, to be answered in the page's language whatever was chosen since on another.
 * Throws an Error whose message is in the reader's words where it does not answer. */
export async function ask(address, options) {
  const place = new URL(address, window.location.href);
  place.searchParams.set("lang", document.documentElement.lang);
  try {
    return await fetch(place, options);
  } catch {
    throw new Error(words.no_answer);
  }
}

/** What the hall has against it, in its words. */
export async function refusalOf(answer) {
  const refusal = await answer.json().catch(() => ({ detail: answer.statusText }));
  return refusal.detail;
}

/** Do it again and again, one after the other; whoever fails is followed by the next. */
export function again(work, pause_ms) {
  const once = () =>
    work()
      .catch(() => {}) // the line above says it, when it lasts
      .finally(() => setTimeout(once, pause_ms));
  setTimeout(once, pause_ms);
}
