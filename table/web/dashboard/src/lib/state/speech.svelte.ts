// What was just done, said to those who hear the page and shown for a moment to those who see it.
const SHOWN_MS = 6000;

class Speech {
  said = $state("");
  toast: string | null = $state(null);
  private fading: ReturnType<typeof setTimeout> | undefined;

  say(words: string): void {
    this.said = words;
    this.toast = words;
    clearTimeout(this.fading);
    this.fading = setTimeout(() => (this.toast = null), SHOWN_MS);
  }
}

export const speech = new Speech();
