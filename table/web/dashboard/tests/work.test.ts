import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { CorrectionPreview } from "../src/lib/api/history";
import type { Score } from "../src/lib/api/types";
import { PLAIN } from "../src/lib/logic/circumstances";
import { table } from "../src/lib/state/table.svelte";
import { work } from "../src/lib/state/work.svelte";
import { handOfFaces, tableOf } from "./fixtures";

const FACES = ["2m", "3m", "4m", "4p", "5p", "6p", "7p", "8p", "3s", "4s", "5s", "8s", "8s", "6p"];
const VALID = { valid: true, total: 2000 } as Score;

let answers: Record<string, unknown> = {};
let asked: string[] = [];

beforeEach(() => {
  vi.useFakeTimers();
  answers = {};
  asked = [];
  vi.stubGlobal("fetch", (path: string) => {
    asked.push(path);
    const known = Object.entries(answers).find(([start]) => path.startsWith(start));
    return Promise.resolve(Response.json(known?.[1] ?? {}));
  });
  table.adopt({ journal: "a", seq: 1, state: tableOf(1) });
  work.hand = handOfFaces(FACES);
  work.circumstances = { ...PLAIN, winner: 1, discarder: 3, tsumo: false, dora: ["3m"] };
  work.open = true;
  work.score = VALID;
});

afterEach(() => {
  work.drop();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe("the hand being worked on", () => {
  it("puts one win down when another player's is tapped twice", async () => {
    const other = { winner: 2, discarder: 3, melds: [], concealed: [], dora: [], flags: [] };
    answers["api/declaration"] = other;
    await Promise.all([work.alsoWins(2), work.alsoWins(2)]);
    expect(work.confirmProblem).toBeNull();
    expect(work.others.map((one) => [one.request.winner, one.total])).toEqual([[1, 2000]]);
    expect(asked).toHaveLength(1);
  });

  it("shows no change of the record by a win that has become none", async () => {
    work.changed = {} as CorrectionPreview;
    answers["api/score"] = { valid: false };
    work.rescore();
    await vi.advanceTimersByTimeAsync(1000);
    expect(work.score?.valid).toBe(false);
    expect(work.changed).toBeNull();
  });
});
