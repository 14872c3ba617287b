// A win that a camera saw becomes a working hand, as a photo's does.
import type { Declaration, ScoreRequest } from "../api/types";
import { PLAIN, type Circumstances, type Flag } from "./circumstances";
import type { Hand, HandTile } from "./hand";

const FLAGS: readonly Flag[] = [
  "ippatsu",
  "haitei",
  "houtei",
  "rinshan",
  "chankan",
  "tenhou",
  "chiihou",
  "renhou",
];

/** A win as a camera proposes it, or as the state has it; its winning tile may be unknown. */
export type Proposed = ScoreRequest | Declaration;

/** The working hand of a request; the winning tile is the last of its face. */
export function handOfRequest(win: Proposed): Hand {
  let nextId = 1;
  const tileOf = (tile: string): HandTile => ({
    id: nextId++,
    tile,
    index: null,
    confidence: null,
    alternatives: [],
  });
  // Of a hidden hand at least the winning tile is known.
  const known = win.concealed.length > 0 || win.win_tile === null ? win.concealed : [win.win_tile];
  const concealed = known.map(tileOf);
  const melds = (win.melds ?? []).map((meld) => ({
    id: nextId++,
    kind: meld.kind,
    tiles: meld.tiles.map(tileOf),
    called: meld.called ?? null,
    source: meld.source ?? null,
  }));
  const winId = concealed.filter((one) => one.tile === win.win_tile).at(-1)?.id ?? null;
  return { concealed, melds, winId, aside: [], nextId };
}

/** Its circumstances. */
export function circumstancesOf(win: Proposed): Circumstances {
  return {
    ...PLAIN,
    winner: win.winner,
    discarder: win.discarder ?? null,
    tsumo: win.discarder === null || win.discarder === undefined,
    riichi: win.double_riichi ? "double" : win.riichi ? "riichi" : "none",
    flags: FLAGS.filter((flag) => win[flag] === true),
    dora: win.dora ?? [],
    ura: win.ura ?? [],
    ownDiscards: win.own_discards ?? [],
    passed: win.passed_winning_tiles ?? [],
  };
}
