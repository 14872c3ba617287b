import { describe, expect, it } from "vitest";
import { PLAIN, type Circumstances } from "../src/lib/logic/circumstances";
import { EMPTY_HAND, group } from "../src/lib/logic/hand";
import { missing, requestOf } from "../src/lib/logic/request";
import { handOfFaces } from "./fixtures";

const PAIRS = ["1m", "1m", "2m", "2m", "3p", "3p", "4p", "4p", "5s", "5s", "6s", "6s", "7s", "7s"];
const RON: Circumstances = { ...PLAIN, winner: 1, discarder: 0 };

describe("the request", () => {
  it("is missing first things first", () => {
    const hand = handOfFaces(PAIRS);
    expect(missing(EMPTY_HAND, RON)).toBe("tiles");
    expect(missing(handOfFaces(["?", "1m"]), RON)).toBe("unnamed");
    expect(missing(handOfFaces(PAIRS.slice(1)), RON)).toBe("size");
    expect(missing(handOfFaces([...PAIRS, "8s"]), RON)).toBe("size");
    expect(missing({ ...hand, winId: null }, RON)).toBe("win");
    expect(missing(hand, { ...RON, winner: null })).toBe("winner");
    expect(missing(hand, { ...RON, discarder: null })).toBe("discarder");
    expect(missing(hand, { ...RON, discarder: null, tsumo: true })).toBeNull();
    expect(requestOf(hand, { ...RON, winner: null })).toBeNull();
  });

  it("says the hand and every circumstance", () => {
    const hand = group(handOfFaces(["7z", "7z", "7z", ...PAIRS.slice(3)]), [1, 2, 3], "pon");
    const request = requestOf(hand, {
      ...RON,
      riichi: "double",
      flags: ["houtei"],
      dora: ["3z"],
      ura: ["0p"],
    });
    expect(request).toMatchObject({
      winner: 1,
      discarder: 0,
      concealed: PAIRS.slice(3),
      melds: [{ kind: "pon", tiles: ["7z", "7z", "7z"], called: null, source: null }],
      win_tile: "7s",
      riichi: false,
      double_riichi: true,
      houtei: true,
      haitei: false,
      ippatsu: false,
      dora: ["3z"],
      ura: ["0p"],
    });
  });

  it("has no discarder for tsumo", () => {
    const request = requestOf(handOfFaces(PAIRS), { ...RON, tsumo: true });
    expect(request?.discarder).toBeNull();
  });
});
