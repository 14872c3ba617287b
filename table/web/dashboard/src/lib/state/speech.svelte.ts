// What was just done, said to those who hear the page and shown for a moment to those who see it.
const SHOWN_MS = 6000;
/** So long nothing is said before it: the same words twice are told twice. */
const PAUSE_MS = 100;

class Speech {
  said = $state("");
  toast: string | null = $state(null);
  private fading: ReturnType<typeof setTimeout> | undefined;
  private pause: ReturnType<typeof setTimeout> | undefined;

  say(words: string): void {
    this.said = "";
    this.toast = words;
    clearTimeout(this.pause);
    clearTimeout(this.fading);
    this.pause = setTimeout(() => (this.said = words), PAUSE_MS);
    this.fading = setTimeout(() => (this.toast = null), SHOWN_MS);
  }
}

export const speech = new Speech();
