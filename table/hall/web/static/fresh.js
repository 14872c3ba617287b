// What has no live stream is asked for again every few seconds; only what has changed is replaced, so
// that what somebody types, opens or has come to with the keyboard stays.

import { ages, remember } from "./common.js";
import { allowed, ask, refusalOf, refused } from "./contact.js";

const places = [...document.querySelectorAll("[data-fresh]")];
const sent = new WeakMap(); // each part of a place as the hall sent it, before anything was added
const opened = new Map(places.map((place) => [place, place.open]));
for (const place of places) learn(place.children);

function learn(parts) {
  for (const part of parts) sent.set(part, part.outerHTML);
}

export async function freshen() {
  const answer = await ask(window.location.href); // as a program: a refusal is no page
  if (!answer.ok) {
    refused(await refusalOf(answer));
    return;
  }
  allowed();
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  for (const place of places) {
    const fresh = page.querySelector(`[data-fresh=${place.dataset.fresh}]`);
    if (!fresh) continue;
    if (fresh.open && !opened.get(place)) place.open = true; // there was nothing to read before
    opened.set(place, fresh.open);
    learn(fresh.children);
    renew(place, [...fresh.children]);
  }
  ages();
}

/** Parts are only put in and taken out, never moved: moving takes the focus. */
function renew(place, parts) {
  let next = place.firstElementChild;
  for (const part of parts) {
    let same = next;
    while (same && sent.get(same) !== sent.get(part)) same = same.nextElementSibling;
    if (same) {
      next = takeOut(next, same).nextElementSibling;
    } else {
      place.insertBefore(part, next);
      remember(part);
    }
  }
  takeOut(next, null);
}

function takeOut(from, to) {
  for (let one = from; one !== to; ) {
    const gone = one;
    one = one.nextElementSibling;
    gone.remove();
  }
  return to;
}
