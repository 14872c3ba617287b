// The working hand and its circumstances as the API's request, or what is still missing.
import type { ScoreRequest } from "../api/types";
import type { Circumstances } from "./circumstances";
import { HAND_SIZE, sizeOf, unnamed, winTile, type Hand } from "./hand";

export type Missing = "tiles" | "unnamed" | "size" | "win" | "winner" | "discarder";

/** What a person must still say before the hand can be scored, first things first. */
export function missing(hand: Hand, now: Circumstances): Missing | null {
  if (hand.concealed.length === 0) return "tiles";
  if (unnamed(hand).length > 0) return "unnamed";
  if (sizeOf(hand) !== HAND_SIZE) return "size";
  if (winTile(hand) === undefined) return "win";
  if (now.winner === null) return "winner";
  if (!now.tsumo && now.discarder === null) return "discarder";
  return null;
}

/** The request; null while something is missing. */
export function requestOf(hand: Hand, now: Circumstances): ScoreRequest | null {
  const won = winTile(hand);
  if (missing(hand, now) !== null || won === undefined || now.winner === null) return null;
  const on = (flag: Circumstances["flags"][number]): boolean => now.flags.includes(flag);
  return {
    winner: now.winner,
    discarder: now.tsumo ? null : now.discarder,
    concealed: hand.concealed.map((tile) => tile.tile),
    melds: hand.melds.map((meld) => ({
      kind: meld.kind,
      tiles: meld.tiles.map((tile) => tile.tile),
      called: meld.called,
      source: meld.source,
    })),
    win_tile: won.tile,
    riichi: now.riichi === "riichi",
    double_riichi: now.riichi === "double",
    ippatsu: on("ippatsu"),
    haitei: on("haitei"),
    houtei: on("houtei"),
    rinshan: on("rinshan"),
    chankan: on("chankan"),
    tenhou: on("tenhou"),
    chiihou: on("chiihou"),
    renhou: on("renhou"),
    dora: [...now.dora],
    ura: [...now.ura],
    own_discards: [...now.ownDiscards],
    passed_winning_tiles: [...now.passed],
    win_tile_kept_apart: true,
  };
}
