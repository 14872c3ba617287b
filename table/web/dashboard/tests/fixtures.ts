// Small photos and tables to test with.
import type { Photo, Table } from "../src/lib/api/types";
import { EMPTY_HAND, type Hand, type HandTile } from "../src/lib/logic/hand";

export function tileOf(id: number, tile: string, index: number | null = null): HandTile {
  return { id, tile, index, confidence: null, alternatives: [] };
}

/** A hand of concealed tiles with ids 1, 2, …; the last one won. */
export function handOfFaces(faces: readonly string[]): Hand {
  const concealed = faces.map((face, at) => tileOf(at + 1, face));
  return { ...EMPTY_HAND, concealed, winId: faces.length, nextId: faces.length + 1 };
}

/** A photo whose tiles lie in a row; a meld of the last three when `melded`. */
export function photoOf(faces: readonly string[], winTile: string | null, melded = false): Photo {
  const count = melded ? faces.length - 3 : faces.length;
  const indices = faces.map((_, at) => at);
  return {
    id: "0".repeat(32),
    width: 1000,
    height: 500,
    tiles: faces.map((tile, index) => ({
      index,
      tile,
      polygon: [
        [index * 10, 0],
        [index * 10 + 8, 0],
        [index * 10 + 8, 12],
        [index * 10, 12],
      ],
      confidence: 0.97,
      alternatives: [],
    })),
    proposal: {
      concealed: faces.slice(0, count),
      concealed_indices: indices.slice(0, count),
      melds: melded
        ? [
            {
              kind: "pon",
              tiles: faces.slice(count),
              called: faces[count] ?? null,
              source: 2,
              indices: indices.slice(count),
            },
          ]
        : [],
      win_tile: winTile,
      notes: [],
    },
    notes: [],
  };
}

export function tableOf(kyoku: number): Table {
  return {
    game: 1,
    phase: "hand",
    ruleset: {
      id: "wrr2015",
      name: "World Riichi Rules",
      abortive: [],
      red_fives: false,
      several_winners: false,
    },
    bakaze: "E",
    kyoku,
    honba: 0,
    kyotaku: 0,
    riichi_bet: 1000,
    oya: 0,
    players: [],
    hands: [],
    rulings: [],
    standings: null,
    undo: null,
    redo: null,
    gong: false,
    play: null,
    questions: 0,
    total: 0,
  };
}
