// The circumstances of a win, and which of them the present combination leaves possible.
import type { Face, Seat } from "../api/types";

export const RIICHI = ["none", "riichi", "double"] as const;
export type Riichi = (typeof RIICHI)[number];

export const FLAGS = [
  "ippatsu",
  "haitei",
  "houtei",
  "rinshan",
  "chankan",
  "tenhou",
  "chiihou",
  "renhou",
] as const;
export type Flag = (typeof FLAGS)[number];

export interface Circumstances {
  readonly winner: Seat | null;
  readonly tsumo: boolean;
  /** Who discarded; null for tsumo or not yet said. */
  readonly discarder: Seat | null;
  readonly riichi: Riichi;
  readonly flags: readonly Flag[];
  /** Indicators, as they lie on the table. */
  readonly dora: readonly Face[];
  readonly ura: readonly Face[];
  /** The winner's discards and the winning tiles let pass: what furiten rests on. */
  readonly ownDiscards: readonly Face[];
  readonly passed: readonly Face[];
}

export const PLAIN: Circumstances = {
  winner: null,
  tsumo: false,
  discarder: null,
  riichi: "none",
  flags: [],
  dora: [],
  ura: [],
  ownDiscards: [],
  passed: [],
};

/** What the hand and the table say about the winner. */
export interface Facts {
  readonly closed: boolean;
  readonly hasKan: boolean;
  readonly melds: number;
  readonly dealer: boolean;
  /** The winner's stick lies on the table. */
  readonly declared: boolean;
  /** Copies of the winning tile in the hand, itself included. */
  readonly winCopies: number;
}

/** The kinds of riichi that can be chosen. */
export function possibleRiichi(facts: Facts): readonly Riichi[] {
  if (facts.declared) return ["riichi", "double"];
  return facts.closed ? RIICHI : ["none"];
}

/** The circumstances that can be switched on beside those that are on. */
export function possibleFlags(now: Circumstances, facts: Facts): readonly Flag[] {
  return FLAGS.filter((flag) => isPossible(flag, now, facts));
}

function isPossible(flag: Flag, now: Circumstances, facts: Facts): boolean {
  const on = (other: Flag): boolean => other !== flag && now.flags.includes(other);
  const firstTurn = facts.melds === 0 && now.riichi === "none" && !facts.declared;
  const alone = !now.flags.some((other) => other !== flag);
  if (FIRST_TURN.some(on)) return false;
  switch (flag) {
    case "ippatsu":
      return now.riichi !== "none" && !on("rinshan");
    case "haitei":
      return now.tsumo && !on("rinshan");
    case "houtei":
      return !now.tsumo && !on("chankan");
    case "rinshan":
      return now.tsumo && facts.hasKan && !on("haitei") && !on("ippatsu");
    case "chankan":
      return !now.tsumo && facts.winCopies <= 1 && !on("houtei");
    case "tenhou":
      return now.tsumo && facts.dealer && firstTurn && alone;
    case "chiihou":
      return now.tsumo && !facts.dealer && firstTurn && alone;
    case "renhou":
      return !now.tsumo && !facts.dealer && firstTurn && alone;
  }
}

const FIRST_TURN: readonly Flag[] = ["tenhou", "chiihou", "renhou"];

/** The circumstances without what has become impossible. */
export function settled(now: Circumstances, facts: Facts): Circumstances {
  const kinds = possibleRiichi(facts);
  const riichi = kinds.includes(now.riichi) ? now.riichi : (kinds[0] ?? "none");
  let next: Circumstances = {
    ...now,
    riichi,
    discarder: now.tsumo || now.discarder === now.winner ? null : now.discarder,
    ura: riichi === "none" ? [] : now.ura,
    ...(now.tsumo ? { ownDiscards: [], passed: [] } : {}),
  };
  for (const flag of now.flags) {
    if (!isPossible(flag, next, facts)) {
      next = { ...next, flags: next.flags.filter((other) => other !== flag) };
    }
  }
  return next;
}

export function toggled(now: Circumstances, flag: Flag): Circumstances {
  const on = now.flags.includes(flag);
  const flags = on ? now.flags.filter((other) => other !== flag) : [...now.flags, flag];
  return { ...now, flags };
}
