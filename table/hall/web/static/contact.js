// Whether the hall answers: what it owes is remembered, and a line says when it owes it too long.

import { words } from "./common.js";

const TOO_LONG_MS = 20_000;
const line = document.querySelector(".gone-quiet");
let owes = null;

/** The hall owes an answer, or the live stream its next message. */
export function asked() {
  owes ??= performance.now();
}

export function heard() {
  owes = null;
  line.hidden = true;
}

setInterval(() => {
  if (owes !== null && performance.now() - owes > TOO_LONG_MS) line.hidden = false;
}, 1000);

/** Ask the hall. Throws an Error whose message is in the reader's words where it does not answer. */
export async function ask(address, options) {
  try {
    return await fetch(address, options);
  } catch {
    throw new Error(words.no_answer);
  }
}

/** Do it again and again, one after the other; whoever fails is followed by the next. */
export function again(work, pause_ms) {
  const once = () =>
    work()
      .catch(() => {}) // the line above says it, when it lasts
      .finally(() => setTimeout(once, pause_ms));
  setTimeout(once, pause_ms);
}
