// The working hand outlives a reload: kept in the tab's storage, checked when it comes back.
import type { Photo, ScoreRequest, Seat } from "../api/types";
import { PLAIN, type Circumstances } from "./circumstances";
import { EMPTY_HAND, type Hand } from "./hand";

/** A hand that is over, and is said to have ended otherwise. */
export interface Past {
  /** Any journal entry of it. */
  readonly entry: number;
  /** What it is called: "East 2". */
  readonly title: string;
  readonly dealer: Seat;
}

/** A win on the same tile that was put down before the one being worked on. */
export interface OtherWin {
  readonly request: ScoreRequest;
  readonly total: number;
}

export interface Work {
  readonly photo: Photo | null;
  /** Whether the table lost the photo that the tiles were read from. */
  readonly gone: boolean;
  readonly hand: Hand;
  readonly circumstances: Circumstances;
  /** Whether a hand is being worked on: a photo was given or a hand is laid by hand. */
  readonly open: boolean;
  /** The question that proposed this win; answered with it. */
  readonly question: string | null;
  /** The other wins on the same tile, in the order in which they were put down. */
  readonly others: readonly OtherWin[];
  readonly past: Past | null;
  /** The hand in which it was begun; null where nobody knows. */
  readonly at: string | null;
}

export const NO_WORK: Work = {
  photo: null,
  gone: false,
  hand: EMPTY_HAND,
  circumstances: PLAIN,
  open: false,
  question: null,
  others: [],
  past: null,
  at: null,
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
      Array.isArray(work.circumstances.dora) &&
      Array.isArray(work.others ?? []) &&
      typeof (work.past?.entry ?? 0) === "number" &&
      typeof (work.at ?? "") === "string";
    if (!sound) return NO_WORK;
    return { ...NO_WORK, ...work, circumstances: { ...PLAIN, ...work.circumstances } };
  } catch {
    return NO_WORK;
  }
}
