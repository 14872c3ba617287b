// The browser's Back closes what lies over the page, and does not leave the part below it.

interface Traverse extends Event {
  readonly navigationType: string;
}

/** What lies over the page, the topmost last. */
const over: (() => void)[] = [];

/** Browsers that tell nothing of a step back before it is made leave the part. */
const navigation = (globalThis as { navigation?: EventTarget }).navigation;
navigation?.addEventListener("navigate", (event) => {
  const close = over.at(-1);
  if (close === undefined || !event.cancelable) return;
  if ((event as Traverse).navigationType !== "traverse") return;
  event.preventDefault();
  close();
});

/** Has Back close it as long as it is there; gives what ends that. */
export function closedByBack(close: () => void): () => void {
  over.push(close);
  return () => void over.splice(over.lastIndexOf(close), 1);
}
