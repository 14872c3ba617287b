import { describe, expect, it } from "vitest";
import {
  byFace,
  countKinds,
  FACES,
  isFace,
  isRed,
  isRun,
  isSame,
  partsOf,
} from "../src/lib/logic/tiles";
import { tileWords } from "../src/lib/strings";

describe("tile faces", () => {
  it("are 37, each once", () => {
    expect(FACES).toHaveLength(37);
    expect(new Set(FACES).size).toBe(37);
  });

  it("know themselves from what is none", () => {
    expect(FACES.every(isFace)).toBe(true);
    for (const text of ["0z", "8z", "back", "?", "10m", "", "5x"]) expect(isFace(text)).toBe(false);
  });

  it("sort by suit, the red five beside the plain one, the unknown last", () => {
    const sorted = ["?", "1z", "6m", "0m", "5m", "1p"].sort(byFace((face) => face));
    expect(sorted).toEqual(["5m", "0m", "6m", "1p", "1z", "?"]);
  });

  it("count a red five as a five and no unknown tile at all", () => {
    const counts = countKinds(["0m", "5m", "back", "?", "1z"]);
    expect(Object.fromEntries(counts)).toEqual({ "5m": 2, "1z": 1 });
  });

  it("make runs within one suit only, and sets of one kind", () => {
    expect(isRun(["6p", "4p", "0p"])).toBe(true);
    expect(isRun(["8s", "9s", "1s"])).toBe(false);
    expect(isRun(["1z", "2z", "3z"])).toBe(false);
    expect(isRun(["1m", "2m", "3p"])).toBe(false);
    expect(isSame(["5s", "0s", "5s"])).toBe(true);
    expect(isSame(["5s", "5p", "5s"])).toBe(false);
  });

  it("have names to be heard by, all different", () => {
    expect(tileWords("5m")).toBe("5 man");
    expect(tileWords("0p")).toBe("red 5 pin");
    expect(tileWords("6z")).toBe("green dragon");
    expect(new Set(FACES.map(tileWords)).size).toBe(37);
    expect(isRed("0s")).toBe(true);
    expect(isRed("5s")).toBe(false);
  });

  it("are found in a sentence, and nothing else is", () => {
    expect(partsOf("concealed triplet 111z")).toEqual(["concealed triplet ", ["1z", "1z", "1z"]]);
    expect(partsOf("5m待ちでは 0p を")).toEqual([["5m"], "待ちでは ", ["0p"], " を"]);
    expect(partsOf("123m99p")).toEqual([["1m", "2m", "3m"], " ", ["9p", "9p"]]);
    for (const text of ["", "WRR-6.3-20", "at 10ms, 88z"])
      expect(partsOf(text)).toEqual(text === "" ? [] : [text]);
  });
});
