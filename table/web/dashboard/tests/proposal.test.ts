import { describe, expect, it } from "vitest";
import { mend, remove, take } from "../src/lib/logic/hand";
import { correctionsOf, handOf } from "../src/lib/logic/proposal";
import { photoOf } from "./fixtures";

describe("a read photo", () => {
  it("becomes a hand with every tile at its place, the last one the winner", () => {
    const hand = handOf(photoOf(["1m", "2m", "1m"], "1m"));
    expect(hand.concealed.map((tile) => tile.index)).toEqual([0, 1, 2]);
    expect(hand.winId).toBe(hand.concealed[2]?.id);
    expect(hand.aside).toEqual([]);
  });

  it("has no winning tile when the proposal knows none", () => {
    expect(handOf(photoOf(["1m", "2m"], null)).winId).toBeNull();
  });

  it("keeps melds with kind, feeder and places", () => {
    const hand = handOf(photoOf(["1m", "2m", "7z", "7z", "7z"], "2m", true));
    expect(hand.melds).toHaveLength(1);
    expect(hand.melds[0]).toMatchObject({ kind: "pon", called: "7z", source: 2 });
    expect(hand.melds[0]?.tiles.map((tile) => tile.index)).toEqual([2, 3, 4]);
  });

  it("leaves what the proposal does not use aside", () => {
    const photo = photoOf(["1m", "2m", "9p"], "2m");
    photo.proposal.concealed = ["1m", "2m"];
    photo.proposal.concealed_indices = [0, 1];
    const hand = handOf(photo);
    expect(hand.aside.map((tile) => tile.index)).toEqual([2]);
    expect(correctionsOf(photo, hand)).toEqual([]);
    const taken = take(hand, hand.aside[0]?.id ?? -1);
    expect(correctionsOf(photo, taken)).toEqual([]);
  });

  it("reports what a person changed, in the photo's order, and nothing when it is mended back", () => {
    const photo = photoOf(["1m", "2m", "3m"], "3m");
    const hand = handOf(photo);
    const [first, second, third] = hand.concealed.map((tile) => tile.id) as [
      number,
      number,
      number,
    ];
    const changed = remove(mend(mend(hand, third, "4m"), second, "0p"), first);
    expect(correctionsOf(photo, changed)).toEqual([
      { index: 0, tile: null },
      { index: 1, tile: "0p" },
      { index: 2, tile: "4m" },
    ]);
    expect(correctionsOf(photo, mend(mend(hand, third, "4m"), third, "3m"))).toEqual([]);
  });
});
