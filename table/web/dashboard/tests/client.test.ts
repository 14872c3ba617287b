import { afterEach, describe, expect, it, vi } from "vitest";
import { send } from "../src/lib/api/client";
import type { Table } from "../src/lib/api/types";
import { table } from "../src/lib/state/table.svelte";
import { tableOf } from "./fixtures";

/** The ids that reach the server; each answer is given by one of these. */
function served(...answers: (() => Promise<Response>)[]): string[] {
  const ids: string[] = [];
  const answer = (_: string, request: RequestInit): Promise<Response> => {
    ids.push((JSON.parse(String(request.body)) as { client_id: string }).client_id);
    return (answers.shift() ?? given)();
  };
  vi.stubGlobal("fetch", answer);
  return ids;
}

const given = (): Promise<Response> => Promise.resolve(Response.json({}));
const lost = (): Promise<Response> => Promise.reject(new TypeError("no network"));

afterEach(() => vi.unstubAllGlobals());

it("a refusal names the players who sit at the table", async () => {
  const players = ["Aki", "Ben", "Chie", "Dai"].map((name) => ({ name }));
  const state = { ...tableOf(1), players } as unknown as Table;
  table.adopt({ journal: "named", seq: 1, state });
  const detail = "riichi of seat 0: its stick lies on the table already";
  served(() => Promise.resolve(Response.json({ detail }, { status: 409 })));
  await expect(send("api/riichi", { seat: 0 })).rejects.toThrow(/^riichi of Aki: its stick/);
});

describe("a command", () => {
  it("keeps its id until its answer comes, so that it is done once", async () => {
    const ids = served(lost, given);
    await expect(send("api/questions/answer", { id: "a" })).rejects.toThrow();
    await send("api/questions/answer", { id: "a" });
    expect(ids[1]).toBe(ids[0]);
  });

  it("is another one when it is given again after its answer, as after an undo", async () => {
    const ids = served();
    await send("api/questions/answer", { id: "b" });
    await send("api/questions/answer", { id: "b" });
    expect(ids[1]).not.toBe(ids[0]);
  });

  it("whose answer was lost may have been done, and says so", async () => {
    served(lost);
    await expect(send("api/undo", { expected_seq: 1 })).rejects.toThrow(/may be recorded/);
  });

  it("repeated in its dialog is the same when the table has gone on, and in no other", async () => {
    const ids = served(lost);
    const [dialog, other] = [new Map<string, string>(), new Map<string, string>()];
    const draw = { draw: "exhaustive_draw", tenpai: [1] };
    await expect(send("api/endings", { ...draw, expected_seq: 4 }, dialog)).rejects.toThrow();
    await send("api/endings", { ...draw, expected_seq: 7 }, other);
    await send("api/endings", { ...draw, tenpai: [2], expected_seq: 7 }, dialog);
    await send("api/endings", { ...draw, expected_seq: 7 }, dialog);
    expect(new Set(ids.slice(0, 3)).size).toBe(3);
    expect(ids[3]).toBe(ids[0]);
  });
});
