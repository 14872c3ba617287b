// Keeping the keyboard's place on the page over what a deed takes away.
import { tick } from "svelte";

/** Does it; a focus that is lost over it goes back, else to the part of the page that is shown. */
export async function keepingFocus<T>(action: () => Promise<T>): Promise<T> {
  const held = globalThis.document?.activeElement;
  try {
    return await action();
  } finally {
    await tick();
    if (held && held !== document.body && document.activeElement === document.body) {
      const place = held.isConnected ? held : document.getElementById("content");
      if (place instanceof HTMLElement) place.focus({ preventScroll: true });
    }
  }
}
