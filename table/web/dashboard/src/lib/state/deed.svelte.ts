// What a tap does to the table: one at a time, and the second of two quick taps is the first again.
import { wordsOf } from "../api/client";
import { keepingFocus } from "../ui/focus";

/** So long after a deed no other is begun; whoever means another one has looked at this one first. */
const STILL_MS = 500;

/** Its buttons are aria-disabled while it is done: one that is disabled would lose the focus. */
export class Deed {
  busy = $state(false);
  /** Why the last one was refused. */
  problem: string | null = $state(null);

  /** Does it unless one is being done; whether it was done. */
  async run(action: () => Promise<void>): Promise<boolean> {
    if (this.busy) return false;
    this.busy = true;
    this.problem = null;
    try {
      await keepingFocus(action);
    } catch (error) {
      this.problem = wordsOf(error);
      this.busy = false;
      return false;
    }
    setTimeout(() => (this.busy = false), STILL_MS);
    return true;
  }
}
