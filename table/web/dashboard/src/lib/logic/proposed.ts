// A win that a camera saw becomes a working hand, as a photo's does.
import type { ScoreRequest } from "../api/types";
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

/** The working hand of a request; the winning tile is the last of its face. */
export function handOfRequest(win: ScoreRequest): Hand {
  let nextId = 1;
  const tileOf = (tile: string): HandTile => ({
    id: nextId++,
    tile,
    index: null,
    confidence: null,
    alternatives: [],
  });
  const concealed = win.concealed.map(tileOf);
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
export function circumstancesOf(win: ScoreRequest): Circumstances {
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
