// What every part of the pages needs: words, elements, how long ago, a line for what went wrong.

export const words = JSON.parse(document.body.dataset.words);

export function make(tag, kind, text) {
  const element = document.createElement(tag);
  if (kind) element.className = kind;
  if (text !== undefined) element.textContent = text;
  return element;
}

function filled(sentence, ...values) {
  return values.reduce((said, value) => said.replace("{}", value), sentence);
}

export function since(moment) {
  const seconds = Math.max(0, Math.round((Date.now() - Date.parse(moment)) / 1000));
  if (!Number.isFinite(seconds)) return "";
  if (seconds < 60) return filled(words.seconds_n, seconds);
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return filled(words.minutes_n, minutes);
  return filled(words.hours_n, Math.floor(minutes / 60), minutes % 60);
}

export function ages() {
  for (const element of document.querySelectorAll("[data-since]")) {
    const age = since(element.dataset.since);
    element.textContent = age && filled(words.ago, age);
  }
}

/** Who one is, where this browser has been told before. */
export function remember(place) {
  for (const field of place.querySelectorAll("[data-keep]")) {
    field.value ||= localStorage.getItem(field.dataset.keep) ?? "";
  }
}

export function fail(text) {
  const place = document.querySelector(".failure");
  place.textContent = text;
  place.hidden = false;
  place.scrollIntoView({ block: "nearest" });
}
