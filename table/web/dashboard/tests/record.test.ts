// The point graph and the steps of a hand.
import { describe, expect, it } from "vitest";
import { graphOf, playersOf, stepAt } from "../src/lib/logic/record";
import type { HandRow, Step } from "../src/lib/api/records";

const row = (points: number[]): HandRow => ({ points }) as HandRow;

describe("the point graph", () => {
  const graph = graphOf(
    {
      start: [25000, 25000, 25000, 25000],
      rows: [row([33000, 25000, 17000, 25000]), row([-1200, 40000, 36200, 25000])],
    },
    640,
  );

  it("begins at the left edge and ends at the right, every seat in every column", () => {
    for (const line of graph.lines) {
      expect(line).toHaveLength(3);
      expect(line[0]?.x).toBeCloseTo(graph.width - (line[2]?.x ?? 0));
    }
  });

  it("puts more points higher, and all of them between the outermost rules", () => {
    const ends = graph.lines.map((line) => line[2]?.y ?? 0);
    expect(ends[1]).toBeLessThan(ends[2] ?? 0);
    expect(ends[2]).toBeLessThan(ends[0] ?? 0);
    const ys = graph.lines.flat().map((point) => point.y);
    expect(Math.max(...ys)).toBeLessThanOrEqual(graph.rules[0]?.y ?? 0);
    expect(Math.min(...ys)).toBeGreaterThanOrEqual(graph.rules.at(-1)?.y ?? 0);
  });

  it("has a shape even before anything has changed", () => {
    const flat = graphOf({ start: [30000, 30000, 30000, 30000], rows: [] }, 320);
    expect(flat.lines.flat().every((point) => Number.isFinite(point.y))).toBe(true);
    expect(flat.rules.length).toBeGreaterThan(1);
  });
});

describe("a step", () => {
  it("seats the winds from its dealer on", () => {
    const step = { names: ["A", "B", "C", "D"], points: [1, 2, 3, 4], oya: 2, play: null };
    const players = playersOf(step as unknown as Step);
    expect(players.map((player) => player.wind)).toEqual(["W", "N", "E", "S"]);
    expect(players[2]?.dealer).toBe(true);
  });

  it("is the last one that the film has shown, over events without a place in it", () => {
    const events = [0, 2.5, null, 4].map((film_s) => ({ film_s }));
    expect([-1, 0, 3, 4, 99].map((at) => stepAt(events, at))).toEqual([0, 0, 1, 3, 3]);
  });
});
