// The tile set that is being enrolled: its photos, what they show, what a person said of it.
import { api, wordsOf } from "../api/client";
import { setupApi, type ShownSet, type TileSets } from "../api/setup";
import type { Photo } from "../api/types";

const NAME = /^[a-z0-9][a-z0-9_-]{0,39}$/;

type Mends = Readonly<Record<string, string>>;

/** What was said of the faces of the other photos, a place being "photo.row.column". */
export function withoutPhoto(mends: Mends, photo: number): Mends {
  const kept = Object.entries(mends)
    .map(([place, tile]) => [place.split(".").map(Number), tile] as const)
    .filter(([[of = 0]]) => of !== photo)
    .map(([[of = 0, ...at], tile]) => [[of > photo ? of - 1 : of, ...at].join("."), tile]);
  return Object.fromEntries(kept) as Mends;
}

class SetStore {
  known: TileSets | null = $state.raw(null);
  photos: readonly Photo[] = $state.raw([]);
  shown: ShownSet | null = $state.raw(null);
  name = $state("");
  busy = $state(false);
  private mends: Mends = {};

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

  /** Adds what can be added; throws what was refused of it. */
  add = (files: readonly File[]): Promise<void> =>
    this.while(async () => {
      const refused: string[] = [];
      for (const file of files) {
        try {
          this.photos = [...this.photos, await api.givePhoto(file)];
          this.shown = null;
        } catch (error) {
          refused.push(`${file.name}: ${wordsOf(error)}`);
        }
      }
      if (refused.length > 0) throw new Error(refused.join("\n"));
    });

  drop(photo: Photo): void {
    const at = this.photos.indexOf(photo);
    if (at < 0) return;
    this.photos = this.photos.filter((one) => one !== photo);
    this.mends = withoutPhoto(this.mends, at + 1);
    this.shown = null;
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
