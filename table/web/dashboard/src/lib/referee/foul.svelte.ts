// The foul that is being written; it outlives the panel, as when a session ends in the middle.
import type { Foul } from "../api/referee";
import { Ground } from "../state/ground.svelte";
import { table } from "../state/table.svelte";

/** Another hand, or another ruling, and the foul may be recorded already. */
const ruled = (): string => `${table.hand} ${table.table?.rulings.length}`;

class WrittenFoul {
  kind = $state("");
  actor = $state<number | null>(null);
  count = $state<number | null>(1);
  shown = $state(true);
  blameless = $state(false);
  agreed = $state(true);
  ruling = $state("");
  reason = $state("");
  ruledBy = $state("");
  /** Where the table was when it was begun. */
  ground = $state.raw(new Ground(ruled));
  /** How many rulings there were then. */
  rulings = 0;

  /** The foul as the table takes it, with what its kind asks for; null while that is not whole. */
  as(asks: ReadonlySet<string>): Foul | null {
    if (this.actor === null || (asks.has("count") && this.count === null)) return null;
    return {
      kind: this.kind,
      actor: this.actor,
      count: asks.has("count") ? (this.count ?? 0) : 0,
      shown: this.shown,
      blameless: this.blameless,
      agreed: this.agreed,
      ruling: asks.has("ruling") ? this.ruling.trim() : "",
      reason: this.reason.trim(),
      ruled_by: this.ruledBy.trim(),
    };
  }

  /** It is meant for the table as it is now. */
  goOn(): void {
    this.ground = new Ground(ruled);
    this.rulings = table.table?.rulings.length ?? 0;
  }

  /** Empties it for the next foul; who rules is still the same. */
  clear(): void {
    this.kind = "";
    this.actor = null;
    this.reason = "";
    this.ruling = "";
  }
}

export const written = new WrittenFoul();
