// Pictures and films lie at their table: they are asked for when somebody wants to see them.

import { make, words } from "./common.js";
import { ask, refusalOf } from "./contact.js";

async function showEvidence(place, address, kind) {
  place.textContent = "…";
  const answer = await ask(address);
  if (!answer.ok) {
    place.replaceChildren(make("small", "wrong", await refusalOf(answer)));
    return;
  }
  const made = make(kind);
  if (kind === "video") Object.assign(made, { controls: true, muted: true, autoplay: true });
  else made.alt = words.evidence;
  made.src = URL.createObjectURL(await answer.blob());
  place.replaceChildren(made);
}
function look(place, address, kind) {
  showEvidence(place, address, kind).catch((failure) => place.replaceChildren(make("small", "wrong", failure.message)));
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
