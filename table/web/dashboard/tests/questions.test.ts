import { describe, expect, it } from "vitest";
import { answerWords, questionWords } from "../src/lib/questions/words";

const NAMES = ["Aki", "Ben", "Chie", "Dai"];

describe("questions", () => {
  it("say what a camera read", () => {
    expect(questionWords("dahai: 8s (61%)", NAMES)).toBe("Discard: 8 sou (61%)");
    expect(questionWords("打牌 八索(61%)", NAMES)).toBe("打牌 八索(61%)");
    expect(questionWords("Is it a win?", NAMES)).toBe("Is it a win?");
  });

  it("tell events with names and tiles", () => {
    expect(
      questionWords(
        "It may have been otherwise: dahai 2 W, dahai 0 5mr; or dahai 2 ?, pon 1 W.",
        NAMES,
      ),
    ).toBe(
      "It may have been otherwise: Chie discards west, Aki discards red 5 man; " +
        "or Chie discards a tile that nobody saw, Ben pon west.",
    );
    expect(questionWords("No stick lies before seat 1", NAMES)).toBe("No stick lies before Ben");
    expect(questionWords("Seat 3 has won", NAMES)).toBe("Dai has won");
    expect(questionWords("actor: 7, expected a seat 0-3", NAMES)).toContain("a seat 0-3");
  });
});

describe("answers", () => {
  it("are tiles, words, events or ends", () => {
    expect(["2z", "not so"].map((label) => answerWords(label, NAMES))).toEqual(["south", "not so"]);
    expect(answerWords("dahai 2 W, reach 3", NAMES)).toBe(
      "Chie discards west, Dai declares riichi",
    );
    expect(answerWords("ron 1 -3900 +3900 +0 +0", NAMES)).toBe(
      "Ben: ron · Aki −3,900 · Ben +3,900",
    );
    expect(answerWords("draw +0 +0 +0 +0", NAMES)).toBe("a draw");
    expect(answerWords("chombo 1 +0 +0 +0 +0", NAMES)).toBe("Ben: chombo");
    expect(answerWords("triple ron +0 +0 +0 +0", NAMES)).toBe("a draw by three rons");
    expect(answerWords("2 of 3", NAMES)).toBe("2 of 3");
  });
});
