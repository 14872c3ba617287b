// The sticks that people are counting; what is written of it outlives the panel.
import type { Count } from "../api/referee";
import { Ground } from "../state/ground.svelte";
import { table } from "../state/table.svelte";

/** The points and sticks that an audit or a count is of. */
export const stood = (): string =>
  [table.game, table.table?.kyotaku, table.table?.players.map((one) => one.points)].join(" ");

class CountedSticks {
  points = $state<(number | null)[]>([null, null, null, null]);
  pot = $state<number | null>(null);
  /** How it compares with the record. */
  found = $state.raw<Count | null>(null);
  ground = $state.raw(new Ground(stood));

  /** Whether nothing is written yet. */
  get empty(): boolean {
    return [...this.points, this.pot].every((one) => (one ?? null) === null);
  }

  /** It is meant for the table as it is now. */
  goOn(): void {
    this.ground = new Ground(stood);
    this.found = null;
  }
}

export const counted = new CountedSticks();
