// What every part of the pages needs: words, elements, how long ago, a line for what went wrong.

export const words = JSON.parse(document.body.dataset.words);

export function make(tag, kind, text) {
  const element = document.createElement(tag);
  if (kind) element.className = kind;
  if (text !== undefined) element.textContent = text;
  return element;
}

export function since(moment) {
  const seconds = Math.max(0, Math.round((Date.now() - Date.parse(moment)) / 1000));
  if (!Number.isFinite(seconds)) return "";
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min`;
  return `${Math.floor(seconds / 3600)} h ${Math.floor((seconds % 3600) / 60)} min`;
}

export function ages() {
  for (const element of document.querySelectorAll("[data-since]")) {
    element.textContent = `${since(element.dataset.since)} ${words.ago}`;
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
