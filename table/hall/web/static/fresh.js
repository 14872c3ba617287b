// What is public has no live stream; it asks again every few seconds, unless somebody is typing.

import { ages } from "./common.js";
import { remember } from "./forms.js";

const shown = new Map(); // what the hall sent of each place, before anything here was added to it
for (const place of document.querySelectorAll("[data-fresh]")) shown.set(place, place.innerHTML);

export async function freshen() {
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
