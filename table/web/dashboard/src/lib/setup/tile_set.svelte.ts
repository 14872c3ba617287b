// The tile set that is being enrolled: its photos, what they show, what a person said of it.
import { api } from "../api/client";
import { setupApi, type ShownSet, type TileSets } from "../api/setup";
import type { Photo } from "../api/types";

const NAME = /^[a-z0-9][a-z0-9_-]{0,39}$/;

class SetStore {
  known: TileSets | null = $state.raw(null);
  photos: readonly Photo[] = $state.raw([]);
  shown: ShownSet | null = $state.raw(null);
  name = $state("");
  busy = $state(false);
  private mends: Record<string, string> = {};

  /** Whether a set of this name is there already. */
  get again(): boolean {
    return this.known?.sets.some((one) => one.name === this.name) ?? false;
  }

  get ready(): boolean {
    return this.shown !== null && this.shown.missing.length === 0 && NAME.test(this.name);
  }

  async look(): Promise<void> {
    this.known = await setupApi.tileSets();
  }

  add = (file: File): Promise<void> =>
    this.while(async () => {
      this.photos = [...this.photos, await api.givePhoto(file)];
      this.forget();
    });

  drop(photo: string): void {
    this.photos = this.photos.filter((one) => one.id !== photo);
    this.forget();
  }

  propose = (): Promise<void> =>
    this.while(async () => {
      this.shown = await setupApi.proposeSet(this.ids, this.mends);
    });

  mend(place: string, tile: string): Promise<void> {
    this.mends = { ...this.mends, [place]: tile };
    return this.propose();
  }

  keep = (): Promise<void> =>
    this.while(async () => {
      this.known = await setupApi.keepSet(this.ids, this.mends, this.name, this.again);
      this.photos = [];
      this.forget();
    });

  private get ids(): string[] {
    return this.photos.map((one) => one.id);
  }

  private forget(): void {
    this.shown = null;
    this.mends = {};
  }

  private async while(action: () => Promise<void>): Promise<void> {
    this.busy = true;
    try {
      await action();
    } finally {
      this.busy = false;
    }
  }
}

export const sets = new SetStore();
