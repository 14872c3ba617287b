// The tile palette: what it offers in which order, and how keys move and type in it.
import type { Alternative, Face } from "../api/types";
import { FACE_ROWS, isFace, SUITS, type Suit } from "./tiles";

/** The likely other names of a tile, likeliest first, the present name left out. */
export function suggestions(
  alternatives: readonly Alternative[],
  now: string,
): readonly Alternative[] {
  return alternatives
    .filter((one) => isFace(one.tile) && one.tile !== now)
    .slice()
    .sort((a, b) => b.probability - a.probability)
    .slice(0, 5);
}

export type Arrow = "ArrowLeft" | "ArrowRight" | "ArrowUp" | "ArrowDown" | "Home" | "End";

export function isArrow(key: string): key is Arrow {
  return ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Home", "End"].includes(key);
}

/** The face that an arrow key leads to; rows wrap onto `columns`, as they are drawn. */
export function move(from: Face, key: Arrow, columns: number): Face {
  const rows = FACE_ROWS.flatMap((row) => chunks(row, columns));
  const y = Math.max(
    0,
    rows.findIndex((row) => row.includes(from)),
  );
  const x = Math.max(0, rows[y]?.indexOf(from) ?? 0);
  const last = (rows[y]?.length ?? 1) - 1;
  switch (key) {
    case "ArrowLeft":
      return at(rows, y, x === 0 ? last : x - 1);
    case "ArrowRight":
      return at(rows, y, x === last ? 0 : x + 1);
    case "ArrowUp":
      return at(rows, (y + rows.length - 1) % rows.length, x);
    case "ArrowDown":
      return at(rows, (y + 1) % rows.length, x);
    case "Home":
      return at(rows, y, 0);
    case "End":
      return at(rows, y, last);
  }
}

function at(rows: readonly (readonly Face[])[], y: number, x: number): Face {
  const row = rows[y] ?? [];
  return row[Math.min(x, row.length - 1)] ?? "1m";
}

function chunks<T>(row: readonly T[], size: number): T[][] {
  const parts: T[][] = [];
  for (let start = 0; start < row.length; start += size) parts.push(row.slice(start, start + size));
  return parts;
}

/** Typing a face: a digit is kept, a suit after it completes the name. */
export function type(digit: string, key: string): { digit: string; face: Face | null } {
  if (/^[0-9]$/.test(key)) return { digit: key, face: null };
  const suit = key.toLowerCase();
  if (digit !== "" && SUITS.includes(suit as Suit)) {
    const face = digit + suit;
    return { digit: "", face: isFace(face) ? face : null };
  }
  return { digit, face: null };
}
