// Whether known concealed hands are drawn face up on this device.
const KEY = "jantaku.hands";

class Hands {
  hidden = $state(kept());

  toggle(): void {
    this.hidden = !this.hidden;
    try {
      localStorage.setItem(KEY, this.hidden ? "hidden" : "shown");
    } catch {
      // A forbidden storage only forgets the choice.
    }
  }
}

function kept(): boolean {
  try {
    return globalThis.localStorage?.getItem(KEY) === "hidden";
  } catch {
    return false;
  }
}

export const hands = new Hands();
