// Tile faces by their MPSZ names: order, words, and what counts as the same kind.
import type { Face, SeenFace } from "../api/types";

export const SUITS = ["m", "p", "s", "z"] as const;
export type Suit = (typeof SUITS)[number];

/** All 37 faces in rows by suit, the red five last in its row. */
export const FACE_ROWS: readonly (readonly Face[])[] = SUITS.map((suit) =>
  suit === "z"
    ? ["1z", "2z", "3z", "4z", "5z", "6z", "7z"]
    : ["1", "2", "3", "4", "5", "6", "7", "8", "9", "0"].map((digit) => digit + suit),
);
export const FACES: readonly Face[] = FACE_ROWS.flat();

const KNOWN: ReadonlySet<string> = new Set(FACES);

/** Whether the text names one of the 37 faces ("back" and "?" do not). */
export function isFace(text: SeenFace): text is Face {
  return KNOWN.has(text);
}

/** The face without its red paint: "0m" is "5m". */
export function kindOf(face: SeenFace): string {
  return face.startsWith("0") ? `5${face.slice(1)}` : face;
}

export function isRed(face: SeenFace): boolean {
  return isFace(face) && face.startsWith("0");
}

/** A number to sort by: suits m p s z, a red five beside the plain ones, unknown faces last. */
export function orderOf(face: SeenFace): number {
  if (!isFace(face)) return 1000;
  const suit = SUITS.indexOf(face[1] as Suit);
  const digit = Number(face[0]);
  return suit * 100 + (digit === 0 ? 51 : digit * 10);
}

export function byFace<T>(faceOf: (item: T) => SeenFace): (a: T, b: T) => number {
  return (a, b) => orderOf(faceOf(a)) - orderOf(faceOf(b));
}

/** How many of each kind there are; for "five of a kind". */
export function countKinds(faces: readonly SeenFace[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const face of faces)
    if (isFace(face)) counts.set(kindOf(face), (counts.get(kindOf(face)) ?? 0) + 1);
  return counts;
}

/** Whether three faces are a run of one suit. */
export function isRun(faces: readonly Face[]): boolean {
  if (faces.length !== 3) return false;
  const kinds = faces.map(kindOf).sort();
  const suit = kinds[0]?.[1];
  if (suit === "z" || kinds.some((kind) => kind[1] !== suit)) return false;
  const [a, b, c] = kinds.map((kind) => Number(kind[0]));
  return a !== undefined && b === a + 1 && c === a + 2;
}

/** Whether all faces are of one kind. */
export function isSame(faces: readonly Face[]): boolean {
  return faces.length > 0 && new Set(faces.map(kindOf)).size === 1;
}

const NOTATION = /(?<![0-9A-Za-z])([0-9]+[mps]|[1-7]+z)(?![0-9A-Za-z])/g;

/** A sentence in parts: words, and tiles that it names in notation ("406p789s" is two parts). */
export function partsOf(text: string): (string | readonly Face[])[] {
  const spaced = text.replace(/(?<=[mpsz])(?=[0-9]+[mpsz])/g, " ");
  return spaced
    .split(NOTATION)
    .map((part, at) =>
      at % 2 === 0 ? part : [...part.slice(0, -1)].map((digit) => digit + part.slice(-1)),
    )
    .filter((part) => part !== "");
}
