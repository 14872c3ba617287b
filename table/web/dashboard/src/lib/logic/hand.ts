// The working hand: every edit is a function from a hand to a new hand.
import type { Alternative, Face, MeldKind, SeenFace, Turns } from "../api/types";
import { byFace, countKinds, isFace, isRun, isSame, kindOf } from "./tiles";

/** One tile of the hand; `index` is its number on the photo, null when a person added it. */
export interface HandTile {
  readonly id: number;
  readonly tile: SeenFace;
  readonly index: number | null;
  readonly confidence: number | null;
  readonly alternatives: readonly Alternative[];
}

export interface Meld {
  readonly id: number;
  readonly kind: MeldKind;
  readonly tiles: readonly HandTile[];
  /** The tile that was called, as the photo shows it; null when unknown or an ankan. */
  readonly called: Face | null;
  /** Who fed it; null when unknown or an ankan. */
  readonly source: Turns | null;
}

export interface Hand {
  /** With the winning tile. */
  readonly concealed: readonly HandTile[];
  readonly melds: readonly Meld[];
  /** The id of the winning tile, one of `concealed`. */
  readonly winId: number | null;
  /** Tiles of the photo that are not part of the hand. */
  readonly aside: readonly HandTile[];
  readonly nextId: number;
}

export const EMPTY_HAND: Hand = { concealed: [], melds: [], winId: null, aside: [], nextId: 1 };

export const HAND_SIZE = 14;
const LEFT: Turns = 3;

export function findTile(hand: Hand, id: number): HandTile | undefined {
  return allTiles(hand).find((tile) => tile.id === id);
}

export function allTiles(hand: Hand): readonly HandTile[] {
  return [...hand.concealed, ...hand.melds.flatMap((meld) => meld.tiles), ...hand.aside];
}

/** The concealed tiles without the winning one, sorted. */
export function restOf(hand: Hand): readonly HandTile[] {
  return hand.concealed
    .filter((tile) => tile.id !== hand.winId)
    .slice()
    .sort(byFace((tile) => tile.tile));
}

export function winTile(hand: Hand): HandTile | undefined {
  return hand.concealed.find((tile) => tile.id === hand.winId);
}

export function isMelded(hand: Hand, id: number): boolean {
  return hand.melds.some((meld) => meld.tiles.some((tile) => tile.id === id));
}

export function isAside(hand: Hand, id: number): boolean {
  return hand.aside.some((tile) => tile.id === id);
}

/** Names a tile anew, wherever it lies. A tile of the photo keeps its place and its reading. */
export function mend(hand: Hand, id: number, face: Face): Hand {
  const named = (tile: HandTile): HandTile => (tile.id === id ? { ...tile, tile: face } : tile);
  return {
    ...hand,
    concealed: hand.concealed.map(named),
    melds: hand.melds.map((meld) => still({ ...meld, tiles: meld.tiles.map(named) })),
    aside: hand.aside.map(named),
  };
}

/** Takes a tile out. One of the photo is put aside (and can come back), an added one goes. */
export function remove(hand: Hand, id: number): Hand {
  const tile = findTile(hand, id);
  if (tile === undefined || isAside(hand, id)) return hand;
  const broken = hand.melds.filter((meld) => meld.tiles.some((one) => one.id === id));
  const freed = broken.flatMap((meld) => meld.tiles);
  const kept = [...hand.concealed, ...freed].filter((one) => one.id !== id);
  return {
    ...hand,
    concealed: kept,
    melds: hand.melds.filter((meld) => !broken.includes(meld)),
    winId: hand.winId === id ? null : hand.winId,
    aside: tile.index === null ? hand.aside : [...hand.aside, tile],
  };
}

/** Adds a tile that the photo did not show. */
export function add(hand: Hand, face: Face): Hand {
  const tile: HandTile = {
    id: hand.nextId,
    tile: face,
    index: null,
    confidence: null,
    alternatives: [],
  };
  return { ...hand, concealed: [...hand.concealed, tile], nextId: hand.nextId + 1 };
}

/** Brings a tile of the photo that lies aside into the hand; any other stays where it is. */
export function take(hand: Hand, id: number): Hand {
  const tile = hand.aside.find((one) => one.id === id);
  if (tile === undefined) return hand;
  return {
    ...hand,
    concealed: [...hand.concealed, tile],
    aside: hand.aside.filter((one) => one.id !== id),
  };
}

/** Puts every tile of the photo aside, to take up only the hand's; added tiles go. */
export function putAllAside(hand: Hand): Hand {
  const aside = allTiles(hand).filter((tile) => tile.index !== null);
  return { ...EMPTY_HAND, aside, nextId: hand.nextId };
}

/** Takes a tile up, or puts it aside again; the one that completes the hand is the winning tile. */
export function pickUp(hand: Hand, id: number): Hand {
  if (!isAside(hand, id)) return remove(hand, id);
  const next = take(hand, id);
  return sizeOf(next) === HAND_SIZE ? setWin(next, id) : next;
}

/** Says which tile won; a tile out of a meld or from aside is not taken. */
export function setWin(hand: Hand, id: number): Hand {
  return hand.concealed.some((tile) => tile.id === id) ? { ...hand, winId: id } : hand;
}

/** The kinds of meld that these tiles can be. */
export function meldKindsOf(faces: readonly SeenFace[]): readonly MeldKind[] {
  if (!faces.every(isFace)) return [];
  if (isRun(faces)) return ["chi"];
  if (!isSame(faces)) return [];
  if (faces.length === 3) return ["pon"];
  return faces.length === 4 ? ["daiminkan", "ankan", "kakan"] : [];
}

/** Makes a meld of concealed tiles; the hand as it was when they are none. */
export function group(hand: Hand, ids: readonly number[], kind: MeldKind): Hand {
  const tiles = hand.concealed.filter((tile) => ids.includes(tile.id));
  if (tiles.length !== ids.length || !meldKindsOf(tiles.map((tile) => tile.tile)).includes(kind))
    return hand;
  const sorted = tiles.slice().sort(byFace((tile) => tile.tile));
  return {
    ...hand,
    concealed: hand.concealed.filter((tile) => !ids.includes(tile.id)),
    melds: [...hand.melds, { id: hand.nextId, kind, tiles: sorted, called: null, source: null }],
    winId: hand.winId !== null && ids.includes(hand.winId) ? null : hand.winId,
    nextId: hand.nextId + 1,
  };
}

/** Lays a meld's tiles back into the hand. */
export function ungroup(hand: Hand, meldId: number): Hand {
  const meld = hand.melds.find((one) => one.id === meldId);
  if (meld === undefined) return hand;
  return {
    ...hand,
    concealed: [...hand.concealed, ...meld.tiles],
    melds: hand.melds.filter((one) => one !== meld),
  };
}

export function changeMeld(
  hand: Hand,
  meldId: number,
  change: { kind?: MeldKind; source?: Turns | null },
): Hand {
  const melds = hand.melds.map((meld) =>
    meld.id === meldId ? still({ ...meld, ...change }) : meld,
  );
  return { ...hand, melds };
}

/** The meld without what its tiles or its kind no longer bear out. */
function still(meld: Meld): Meld {
  if (meld.kind === "ankan") return { ...meld, called: null, source: null };
  const called = meld.tiles.some((tile) => tile.tile === meld.called) ? meld.called : null;
  const source = meld.kind === "chi" && meld.source !== null ? LEFT : meld.source;
  return { ...meld, called, source };
}

/** Who can have fed a meld of this kind: a run is called from the left only. */
export function feedersOf(kind: MeldKind): readonly Turns[] {
  if (kind === "ankan") return [];
  return kind === "chi" ? [LEFT] : [1, 2, LEFT];
}

export function isClosed(hand: Hand): boolean {
  return hand.melds.every((meld) => meld.kind === "ankan");
}

export function hasKan(hand: Hand): boolean {
  return hand.melds.some((meld) => meld.tiles.length === 4);
}

/** How many tiles the hand counts; every meld counts as three. */
export function sizeOf(hand: Hand): number {
  return hand.concealed.length + 3 * hand.melds.length;
}

/** The kinds of which there are more than four, with the indicators that lie on the table. */
export function tooMany(hand: Hand, indicators: readonly Face[]): readonly string[] {
  const faces = [...hand.concealed, ...hand.melds.flatMap((meld) => meld.tiles)].map((t) => t.tile);
  return [...countKinds([...faces, ...indicators])].filter(([, n]) => n > 4).map(([kind]) => kind);
}

/** Tiles of the hand that have no name yet. */
export function unnamed(hand: Hand): readonly HandTile[] {
  return [...hand.concealed, ...hand.melds.flatMap((meld) => meld.tiles)].filter(
    (tile) => !isFace(tile.tile),
  );
}

/** How many tiles of the winning tile's kind the winner holds in all. */
export function copiesOfWin(hand: Hand): number {
  const won = winTile(hand);
  if (won === undefined || !isFace(won.tile)) return 0;
  const faces = [...hand.concealed, ...hand.melds.flatMap((meld) => meld.tiles)].map((t) => t.tile);
  return countKinds(faces).get(kindOf(won.tile)) ?? 0;
}
