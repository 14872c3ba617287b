// What a dialog stands on: the hand that its deed is meant for, however long the dialog is open.
import type { Unanswered } from "../api/client";
import { table } from "./table.svelte";

export class Ground {
  /** Its commands whose answers have not come. */
  readonly unanswered: Unanswered = new Map();

  /** `look` says what it is about; `at` is what that was when it began, null where nobody knows. */
  constructor(
    private readonly look: () => string = () => table.hand,
    readonly at: string | null = look(),
  ) {}

  /** Whether the table is no longer there: what is confirmed now would be another hand's. */
  get moved(): boolean {
    return table.table !== null && this.at !== null && this.look() !== this.at;
  }
}
