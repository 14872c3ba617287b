// Who is to sit in for whom; what is written of it outlives the panel, and no game but its own.
import { Ground } from "../state/ground.svelte";
import { table } from "../state/table.svelte";

class WrittenSubstitute {
  seat = $state<number | null>(null);
  name = $state("");
  minutesLate = $state<number | null>(0);
  private ground = $state.raw(new Ground(() => table.game));

  /** Whether it was written at another game. */
  get moved(): boolean {
    return this.ground.moved;
  }

  clear(): void {
    this.seat = null;
    this.name = "";
    this.minutesLate = 0;
    this.ground = new Ground(() => table.game);
  }
}

export const substitute = new WrittenSubstitute();
