import { describe, expect, it } from "vitest";
import {
  add,
  changeMeld,
  copiesOfWin,
  feedersOf,
  group,
  hasKan,
  isClosed,
  meldKindsOf,
  mend,
  pickUp,
  putAllAside,
  remove,
  restOf,
  setWin,
  sizeOf,
  take,
  tooMany,
  ungroup,
  unnamed,
  winTile,
  type Hand,
} from "../src/lib/logic/hand";
import { handOfFaces, tileOf } from "./fixtures";

const faces = (tiles: readonly { tile: string }[]): string[] => tiles.map((tile) => tile.tile);

describe("the working hand", () => {
  it("shows the rest in order and the winning tile apart", () => {
    const hand = handOfFaces(["3p", "1m", "0p", "2m"]);
    expect(faces(restOf(hand))).toEqual(["1m", "3p", "0p"]);
    expect(winTile(hand)?.tile).toBe("2m");
  });

  it("mends a tile and leaves the others and the hand before it alone", () => {
    const before = handOfFaces(["1m", "2m", "3m"]);
    const after = mend(before, 2, "7z");
    expect(faces(after.concealed)).toEqual(["1m", "7z", "3m"]);
    expect(faces(before.concealed)).toEqual(["1m", "2m", "3m"]);
  });

  it("puts a removed tile of the photo aside, from where it comes back; an added one goes", () => {
    const read: Hand = { ...handOfFaces(["1m"]), concealed: [tileOf(1, "1m", 4)], winId: 1 };
    const without = remove(read, 1);
    expect(without.concealed).toEqual([]);
    expect(without.winId).toBeNull();
    expect(faces(without.aside)).toEqual(["1m"]);
    expect(take(without, 1).concealed).toHaveLength(1);
    expect(take(without, 1).aside).toHaveLength(0);
    const added = add(without, "9s");
    const id = added.concealed[0]?.id ?? -1;
    expect(remove(added, id).aside).toEqual(without.aside);
  });

  it("never gives one id twice", () => {
    let hand = add(add(handOfFaces(["1m", "1m", "1m"]), "1m"), "2m");
    hand = group(hand, [1, 2, 3], "pon");
    hand = add(hand, "3m");
    const ids = [...hand.concealed, ...hand.melds].map((one) => one.id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it("breaks a meld when one of its tiles is removed", () => {
    const hand = group(handOfFaces(["1m", "1m", "1m", "5p"]), [1, 2, 3], "pon");
    const broken = remove(hand, 2);
    expect(broken.melds).toEqual([]);
    expect(faces(broken.concealed).sort()).toEqual(["1m", "1m", "5p"]);
  });

  it("takes only a concealed tile for the winning one", () => {
    const hand = group(handOfFaces(["1m", "1m", "1m", "5p"]), [1, 2, 3], "pon");
    expect(setWin(hand, 1).winId).toBe(4);
    expect(setWin({ ...hand, winId: null }, 4).winId).toBe(4);
  });

  it("names the kinds that tiles can meld as", () => {
    expect(meldKindsOf(["3s", "4s", "0s"])).toEqual(["chi"]);
    expect(meldKindsOf(["5s", "0s", "5s"])).toEqual(["pon"]);
    expect(meldKindsOf(["7z", "7z", "7z", "7z"])).toEqual(["daiminkan", "ankan", "kakan"]);
    expect(meldKindsOf(["7z", "7z"])).toEqual([]);
    expect(meldKindsOf(["7z", "7z", "?"])).toEqual([]);
    expect(meldKindsOf(["1m", "2m", "4m"])).toEqual([]);
  });

  it("groups and ungroups; the winning tile in a meld is the winning tile no more", () => {
    const hand = handOfFaces(["2p", "3p", "4p"]);
    const melded = group(hand, [1, 2, 3], "chi");
    expect(melded.concealed).toEqual([]);
    expect(melded.winId).toBeNull();
    expect(sizeOf(melded)).toBe(3);
    const back = ungroup(melded, melded.melds[0]?.id ?? -1);
    expect(faces(back.concealed)).toEqual(["2p", "3p", "4p"]);
    expect(group(hand, [1, 2, 3], "pon")).toBe(hand);
    expect(group(hand, [1, 2, 99], "chi")).toBe(hand);
  });

  it("is picked up from all that lies on the photo, the winning tile last", () => {
    const concealed = Array.from({ length: 20 }, (_, at) => tileOf(at + 1, "1m", at));
    let hand = putAllAside(add({ ...handOfFaces([]), concealed, nextId: 21 }, "2m"));
    expect([hand.concealed.length, hand.aside.length, hand.winId]).toEqual([0, 20, null]);
    for (let id = 1; id <= 14; id += 1) hand = pickUp(hand, id);
    expect([sizeOf(hand), hand.winId]).toEqual([14, 14]);
    hand = pickUp(hand, 14);
    expect([sizeOf(hand), hand.winId, hand.aside.length]).toEqual([13, null, 7]);
  });

  it("knows closed hands and kans; a closed kan keeps the hand closed and has no feeder", () => {
    const four = group(handOfFaces(["9m", "9m", "9m", "9m", "1z"]), [1, 2, 3, 4], "kakan");
    const id = four.melds[0]?.id ?? -1;
    expect(isClosed(four)).toBe(false);
    expect(hasKan(four)).toBe(true);
    expect(sizeOf(four)).toBe(4);
    const fed = changeMeld(four, id, { source: 2 });
    expect(fed.melds[0]?.source).toBe(2);
    const closed = changeMeld(fed, id, { kind: "ankan" });
    expect(isClosed(closed)).toBe(true);
    expect(closed.melds[0]?.source).toBeNull();
    expect(feedersOf("ankan")).toEqual([]);
    expect(feedersOf("chi")).toEqual([3]);
  });

  it("finds a fifth of a kind, red fives and indicators counted", () => {
    const hand = handOfFaces(["5p", "5p", "5p", "0p"]);
    expect(tooMany(hand, [])).toEqual([]);
    expect(tooMany(hand, ["5p"])).toEqual(["5p"]);
  });

  it("lists what has no name and counts copies of the winning tile", () => {
    expect(faces(unnamed(handOfFaces(["?", "1m", "back"])))).toEqual(["?", "back"]);
    expect(copiesOfWin(handOfFaces(["0m", "5m", "5m"]))).toBe(3);
    expect(copiesOfWin({ ...handOfFaces(["1m"]), winId: null })).toBe(0);
  });
});
