// The working hand outlives a reload: kept in the tab's storage, checked when it comes back.
import type { Photo } from "../api/types";
import { PLAIN, type Circumstances } from "./circumstances";
import { EMPTY_HAND, type Hand } from "./hand";

export interface Work {
  readonly photo: Photo | null;
  readonly hand: Hand;
  readonly circumstances: Circumstances;
  /** Whether a hand is being worked on: a photo was given or a hand is laid by hand. */
  readonly open: boolean;
}

export const NO_WORK: Work = {
  photo: null,
  hand: EMPTY_HAND,
  circumstances: PLAIN,
  open: false,
};

const KEY = "jantaku.work.1";

export function save(storage: Storage, work: Work): void {
  try {
    if (work.open) storage.setItem(KEY, JSON.stringify(work));
    else storage.removeItem(KEY);
  } catch {
    // A full or forbidden storage costs the reload, not the hand on the page.
  }
}

export function load(storage: Storage): Work {
  try {
    const work = JSON.parse(storage.getItem(KEY) ?? "null") as Partial<Work> | null;
    const sound =
      Array.isArray(work?.hand?.concealed) &&
      Array.isArray(work.hand.melds) &&
      Array.isArray(work.circumstances?.flags) &&
      Array.isArray(work.circumstances.dora);
    if (!sound) return NO_WORK;
    return { ...NO_WORK, ...work, circumstances: { ...PLAIN, ...work.circumstances } };
  } catch {
    return NO_WORK;
  }
}
