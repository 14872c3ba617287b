import { describe, expect, it } from "vitest";
import type { Mjai, TableEvent } from "../src/lib/api/history";
import { givenTo, inRiichi, inserted, removed } from "../src/lib/logic/edits";

const DISCARD = { type: "dahai", actor: 1, pai: "9s" };
const OTHERS = { type: "tsumo", actor: 2, pai: "?" };
const REACH = { type: "reach", actor: 1 };
const STICK = { type: "reach_accepted", actor: 1 };

/** Events of a hand with the entries 10, 11, … */
function handOf(...events: Mjai[]): TableEvent[] {
  return events.map((event, at) => ({ entry: 10 + at, event }) as unknown as TableEvent);
}

function nth(events: TableEvent[], at: number): TableEvent {
  return events[at] as TableEvent;
}

const gone = (...entries: number[]): unknown =>
  entries.map((entry) => ({ kind: "replace", entry, events: [] }));

describe("a riichi and its stick", () => {
  const played = handOf(REACH, DISCARD, STICK, OTHERS);
  const told = handOf(OTHERS, REACH, STICK, DISCARD);

  it("go together, but for a stick alone that was laid after the discard", () => {
    expect(removed(nth(played, 0), played)).toEqual(gone(10, 12));
    expect(removed(nth(played, 2), played)).toEqual(gone(12));
    expect(removed(nth(told, 1), told)).toEqual(gone(11, 12));
    expect(removed(nth(told, 2), told)).toEqual(gone(11, 12));
    expect(removed(nth(told, 3), told)).toEqual(gone(13));
  });

  it("are another player's together", () => {
    const [first, second] = givenTo(3, nth(played, 0), played);
    expect([first?.entry, first?.events]).toEqual([10, [{ type: "reach", actor: 3 }]]);
    expect([second?.entry, second?.events]).toEqual([12, [{ type: "reach_accepted", actor: 3 }]]);
  });

  it("belong to their own riichi where one was made void before", () => {
    const again = handOf(REACH, DISCARD, { type: "reach_void", actor: 1 }, REACH, DISCARD, STICK);
    expect(removed(nth(again, 0), again)).toEqual(gone(10));
  });

  it("are both missed where the riichi is, unless its discard was won on or is the last", () => {
    const missed = handOf(OTHERS, DISCARD, OTHERS);
    expect(inserted(REACH, missed, 1)).toEqual([
      { kind: "insert", before: 11, events: [REACH] },
      { kind: "insert", before: 12, events: [STICK] },
    ]);
    expect(inserted(REACH, handOf(DISCARD), 0)).toHaveLength(1);
    const won = handOf(DISCARD, { type: "hora", actor: 2, target: 1 });
    expect(inserted(REACH, won, 0)).toHaveLength(1);
    expect(inserted(DISCARD, missed, 3)).toEqual([
      { kind: "insert", before: 0, events: [DISCARD] },
    ]);
  });
});

it("whoever declared riichi is in it until it is made void", () => {
  const other = { type: "reach", actor: 3 };
  const dead = { type: "dead_hand", actor: 3, riichi_void: true };
  expect(inRiichi(handOf(other, REACH, STICK))).toEqual([1, 3]);
  expect(inRiichi(handOf(other, REACH, dead, { type: "reach_void", actor: 1 }))).toEqual([]);
});

it("a tsumo that another player won is that player's own", () => {
  const hand = handOf({ type: "hora", actor: 0, target: 0 });
  const win = { type: "hora", actor: 2, target: 2 };
  expect(givenTo(2, nth(hand, 0), hand)).toEqual([{ kind: "replace", entry: 10, events: [win] }]);
});
