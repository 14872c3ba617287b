import { describe, expect, it } from "vitest";
import {
  backoffMs,
  LONGEST_RETRY_MS,
  START,
  step,
  type Effect,
  type Live,
  type LiveEvent,
} from "../src/lib/logic/live";
import { tableOf } from "./fixtures";

const snapshot = (seq: number, journal = "a"): LiveEvent => ({
  type: "message",
  message: { type: "snapshot", journal, seq, state: tableOf(seq) },
});
const change = (since: number, seq: number): LiveEvent => ({
  type: "message",
  message: { type: "change", since, seq, entries: [], state: tableOf(seq) },
});
const heartbeat = (seq: number): LiveEvent => ({
  type: "message",
  message: { type: "heartbeat", seq },
});

function run(...events: LiveEvent[]): { live: Live; effects: readonly Effect[] } {
  let live = START;
  let effects: readonly Effect[] = [];
  for (const event of events) [live, effects] = step(live, event);
  return { live, effects };
}

describe("the live connection", () => {
  it("opens, and is live with the snapshot", () => {
    expect(run({ type: "start" }).effects).toEqual([{ type: "open" }]);
    const { live } = run({ type: "start" }, snapshot(7));
    expect(live).toMatchObject({ status: "live", seq: 7, journal: "a", attempts: 0 });
  });

  it("follows numbered changes", () => {
    const { live, effects } = run(snapshot(7), change(7, 9), change(9, 10));
    expect(live).toMatchObject({ status: "live", seq: 10 });
    expect(live.table?.kyoku).toBe(10);
    expect(effects).toEqual([]);
  });

  it("asks for everything anew after a gap, and shows the old table as stale", () => {
    const { live, effects } = run(snapshot(7), change(8, 9));
    expect(live).toMatchObject({ status: "stale", seq: 7 });
    expect(live.table?.kyoku).toBe(7);
    expect(effects).toEqual([{ type: "close" }, { type: "open" }]);
  });

  it("finds a gap by the heartbeat too", () => {
    expect(run(snapshot(7), heartbeat(7)).effects).toEqual([]);
    expect(run(snapshot(7), heartbeat(9)).effects).toHaveLength(2);
    expect(run(heartbeat(9)).effects).toHaveLength(2);
  });

  it("takes the answer to its own command and then ignores the same change", () => {
    const confirmed: LiveEvent = {
      type: "confirmed",
      snapshot: { journal: "a", seq: 9, state: tableOf(9) },
    };
    const { live, effects } = run(snapshot(7), confirmed, change(7, 9), heartbeat(8));
    expect(live).toMatchObject({ status: "live", seq: 9 });
    expect(effects).toEqual([]);
    expect(
      run(snapshot(9), { ...confirmed, snapshot: { ...confirmed.snapshot, seq: 8 } }).live.seq,
    ).toBe(9);
  });

  it("waits longer after each failure, up to a limit, and is stale until it hears again", () => {
    expect([1, 2, 3].map(backoffMs)).toEqual([400, 800, 1600]);
    expect(backoffMs(50)).toBe(LONGEST_RETRY_MS);
    const lost = run(snapshot(7), { type: "closed" });
    expect(lost.live).toMatchObject({ status: "stale", attempts: 1 });
    expect(lost.effects).toEqual([{ type: "retry", afterMs: 400 }]);
    const again = step(lost.live, { type: "start" });
    expect(again[1]).toEqual([{ type: "open" }]);
    expect(again[0].status).toBe("stale");
    const back = step(again[0], snapshot(9));
    expect(back[0]).toMatchObject({ status: "live", seq: 9, attempts: 0 });
  });

  it("takes a snapshot of another journal over, whatever its number", () => {
    expect(run(snapshot(70), snapshot(3, "b")).live).toMatchObject({ seq: 3, journal: "b" });
  });

  it("does not believe a silent connection", () => {
    const { live, effects } = run(snapshot(7), { type: "silent" });
    expect(live.status).toBe("stale");
    expect(effects).toEqual([{ type: "close" }, { type: "open" }]);
  });
});
