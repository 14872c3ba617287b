import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { CorrectionPreview } from "../src/lib/api/history";
import type { Score, ScoreRequest } from "../src/lib/api/types";
import { PLAIN } from "../src/lib/logic/circumstances";
import { requestOf } from "../src/lib/logic/request";
import { table } from "../src/lib/state/table.svelte";
import { work } from "../src/lib/state/work.svelte";
import { handOfFaces, photoOf, tableOf } from "./fixtures";

const FACES = ["2m", "3m", "4m", "4p", "5p", "6p", "7p", "8p", "3s", "4s", "5s", "8s", "8s", "6p"];
const VALID = { valid: true, total: 2000 } as Score;

function worked(): ScoreRequest {
  const request = requestOf(work.hand, work.circumstances);
  if (request === null) throw new Error("the hand is not whole");
  return request;
}

let answers: Record<string, unknown> = {};
let asked: string[] = [];
let journal = "";

beforeEach(() => {
  vi.useFakeTimers();
  answers = {};
  asked = [];
  vi.stubGlobal("fetch", (path: string) => {
    asked.push(path);
    const known = Object.entries(answers).find(([start]) => path.startsWith(start));
    return Promise.resolve(Response.json(known?.[1] ?? {}));
  });
  journal += "j"; // each test's table is another one
  table.adopt({ journal, seq: 1, state: tableOf(1) });
  work.layByHand();
  work.hand = handOfFaces(FACES);
  work.circumstances = { ...PLAIN, winner: 1, discarder: 3, tsumo: false, dora: ["3m"] };
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

  it("is not confirmed for the hand after the one it was begun in", async () => {
    table.adopt({ journal, seq: 2, state: tableOf(2) });
    expect(work.moved).toBe(true);
    expect(await work.confirm()).toBeNull();
    expect(asked).toHaveLength(0);
    work.goOn();
    expect(work.moved).toBe(false);
    expect(await work.confirm()).not.toBeNull();
    expect(asked).toEqual(["api/wins"]);
  });

  it("gives way to a win that is proposed, as another end of a past hand does", () => {
    const win = { ...worked(), winner: 2 };
    work.propose(win, null, { entry: 9, title: "East 1", dealer: 0 });
    work.others = [{ request: { ...win, winner: 0 }, total: 1000 }];
    work.propose(win, "proposed:1");
    expect(work.past).toBeNull();
    expect(work.others).toEqual([]);
    expect(work.question).toBe("proposed:1");
    expect(work.edits).toEqual([]);
  });

  it("is not lost to a photo that was being read when a win was taken up", async () => {
    const win = { ...worked(), winner: 2 };
    work.drop();
    let give = (_: Response): void => undefined;
    vi.stubGlobal("fetch", () => new Promise<Response>((answer) => (give = answer)));
    const read = work.giveFile(new File(["x"], "hand"));
    work.propose(win, "proposed:1");
    expect(work.reading).toBeNull();
    give(Response.json(photoOf(FACES, "6p")));
    await read;
    expect([work.photo, work.question, work.circumstances.winner]).toEqual([null, "proposed:1", 2]);
  });

  it("is confirmed for the table that its score was said of", async () => {
    const seqs: unknown[] = [];
    vi.stubGlobal("fetch", (path: string, { body }: { body: string }) => {
      if (path === "api/wins")
        seqs.push((JSON.parse(body) as Record<string, unknown>).expected_seq);
      return Promise.resolve(Response.json(VALID));
    });
    const rescored = async (): Promise<void> => {
      work.rescore();
      await vi.advanceTimersByTimeAsync(1000);
    };
    const dealt = tableOf(1);
    await rescored();
    table.adopt({ journal, seq: 5, state: { ...dealt, kyotaku: 1 } });
    expect(work.moved).toBe(false); // a riichi in the same hand
    await work.confirm();
    work.confirming = false;
    await rescored();
    await work.confirm();
    expect(seqs).toEqual([1, 5]);
  });
});
