// Every word in both languages: what the Japanese lacks falls back to English, and is listed here.
import { describe, expect, it } from "vitest";
import { english, japanese } from "../src/lib/i18n/all";
import { language } from "../src/lib/i18n/language.svelte";
import { localised, missingIn, strayIn } from "../src/lib/i18n/shape";
import { flagWords, roundWords, text, tileWords } from "../src/lib/strings";

/** Kept open on purpose: the server has the English names of fouls. */
const SERVED = ["referee.foul.names"];

describe("the words", () => {
  it("are complete in Japanese", () => {
    expect(missingIn(english, japanese)).toEqual([]);
  });

  it("have no Japanese that nobody says", () => {
    const stray = strayIn(english, japanese).filter(
      (path) => !SERVED.some((open) => path.startsWith(open)),
    );
    expect(stray).toEqual([]);
  });

  it("say in Japanese what they say in English: functions give text for the same arguments", () => {
    language.now = "ja";
    expect(text.board.wallLeft(12)).toBe("残り12枚");
    expect(tileWords("0p")).toBe("赤五筒");
    expect(tileWords("5z")).toBe("白");
    expect(roundWords("S", 3)).toBe("南三局");
    expect(flagWords.haitei).toEqual({ en: "海底", ja: "", hint: "最後のツモ牌" });
    language.now = "en";
    expect(tileWords("0p")).toBe("red 5 pin");
    expect(flagWords.haitei.ja).toBe("海底");
  });

  it("fall back to English where a translation lacks a word", () => {
    const words = localised({ a: "one", b: { c: "two" } }, () => ({ b: {} }));
    expect([words.a, words.b.c]).toEqual(["one", "two"]);
    expect(missingIn({ a: "one", b: { c: "two" } }, { b: {} })).toEqual(["a", "b.c"]);
  });
});
