import { describe, expect, it } from "vitest";
import { isArrow, move, suggestions, type } from "../src/lib/logic/palette";
import { FACES } from "../src/lib/logic/tiles";

describe("the palette", () => {
  it("suggests other names, likeliest first, never the present one or no face", () => {
    const alternatives = [
      { tile: "6m", probability: 0.1 },
      { tile: "back", probability: 0.3 },
      { tile: "5m", probability: 0.2 },
      { tile: "8m", probability: 0.15 },
    ];
    expect(suggestions(alternatives, "5m").map((one) => one.tile)).toEqual(["8m", "6m"]);
  });

  it("moves along a row and round its ends", () => {
    expect(move("1m", "ArrowRight", 10)).toBe("2m");
    expect(move("1m", "ArrowLeft", 10)).toBe("0m");
    expect(move("0m", "ArrowRight", 10)).toBe("1m");
    expect(move("5p", "Home", 10)).toBe("1p");
    expect(move("5p", "End", 10)).toBe("0p");
  });

  it("moves between rows, to the end of a shorter one, and round", () => {
    expect(move("3m", "ArrowDown", 10)).toBe("3p");
    expect(move("0s", "ArrowDown", 10)).toBe("7z");
    expect(move("2m", "ArrowUp", 10)).toBe("2z");
  });

  it("follows the five columns of a phone", () => {
    expect(move("5m", "ArrowRight", 5)).toBe("1m");
    expect(move("2m", "ArrowDown", 5)).toBe("7m");
    expect(move("9s", "ArrowDown", 5)).toBe("4z");
    expect(move("4z", "ArrowDown", 5)).toBe("7z");
  });

  it("reaches every face by arrows alone, in both widths", () => {
    for (const columns of [5, 10]) {
      const seen = new Set<string>(["1m"]);
      const open = ["1m"];
      for (let face = open.pop(); face !== undefined; face = open.pop())
        for (const key of ["ArrowRight", "ArrowDown"] as const) {
          const next = move(face, key, columns);
          if (!seen.has(next)) open.push(next);
          seen.add(next);
        }
      expect(seen.size).toBe(FACES.length);
    }
  });

  it("types a face in two keys; a wrong suit forgets", () => {
    expect(type("", "5")).toEqual({ digit: "5", face: null });
    expect(type("5", "M")).toEqual({ digit: "", face: "5m" });
    expect(type("0", "s")).toEqual({ digit: "", face: "0s" });
    expect(type("9", "z")).toEqual({ digit: "", face: null });
    expect(type("5", "7")).toEqual({ digit: "7", face: null });
    expect(type("5", "Tab")).toEqual({ digit: "5", face: null });
    expect(type("", "m")).toEqual({ digit: "", face: null });
    expect(isArrow("Enter")).toBe(false);
  });
});
