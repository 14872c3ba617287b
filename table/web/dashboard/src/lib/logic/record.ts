// The record in shapes: the lines of the point graph, the seats of a step, which step a film shows.
import type { TableEvent } from "../api/history";
import type { Game, Step } from "../api/records";
import type { Player, Wind } from "../api/types";

export interface Graph {
  readonly width: number;
  readonly height: number;
  readonly lines: readonly (readonly Point[])[];
  /** Points with a rule across, lowest first. */
  readonly rules: readonly { readonly value: number; readonly y: number }[];
}

export interface Point {
  readonly x: number;
  readonly y: number;
  readonly value: number;
}

const HEIGHT = 240;
const EDGE = 8;
const WINDS: readonly Wind[] = ["E", "S", "W", "N"];
const STEPS = [1000, 2000, 5000, 10_000, 20_000, 50_000, 100_000] as const;
const MOST_RULES = 6;

/** Each seat's points after each hand, in a box 240 high whose top is the most. */
export function graphOf(game: Pick<Game, "start" | "rows">, width: number): Graph {
  const columns = [game.start, ...game.rows.map((row) => row.points)];
  const values = columns.flat();
  const unit = unitFor(Math.min(...values), Math.max(...values));
  const low = Math.floor(Math.min(...values) / unit) * unit;
  const high = Math.max(Math.ceil(Math.max(...values) / unit) * unit, low + unit);
  const y = (value: number): number => EDGE + ((high - value) / (high - low)) * (HEIGHT - 2 * EDGE);
  const gaps = Math.max(1, columns.length - 1);
  return {
    width,
    height: HEIGHT,
    lines: game.start.map((_, seat) =>
      columns.map((points, at) => {
        const value = points[seat] ?? 0;
        return { x: EDGE + (at / gaps) * (width - 2 * EDGE), y: y(value), value };
      }),
    ),
    rules: Array.from({ length: (high - low) / unit + 1 }, (_, at) => {
      const value = low + at * unit;
      return { value, y: y(value) };
    }),
  };
}

function unitFor(low: number, high: number): number {
  return STEPS.find((step) => (high - low) / step <= MOST_RULES - 1) ?? 200_000;
}

/** The four seats at a step, as the board draws them. */
export function playersOf(step: Step): Player[] {
  return step.names.map((name, seat) => ({
    seat,
    name,
    wind: WINDS[(seat - step.oya + 4) % 4] ?? "E",
    points: step.points[seat] ?? 0,
    dealer: seat === step.oya,
    riichi: step.play?.seats[seat]?.riichi === "accepted",
    dead: false,
    penalty: 0,
  }));
}

/** The last step that the film has shown at a time; 0 before the first. */
export function stepAt(events: readonly Pick<TableEvent, "film_s">[], seconds: number): number {
  let found = 0;
  events.forEach((one, at) => {
    if (one.film_s !== null && one.film_s <= seconds) found = at;
  });
  return found;
}
