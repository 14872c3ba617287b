import { describe, expect, it } from "vitest";
import { clockWords } from "../src/lib/logic/clock";
import { eventWords, faceOf, mjaiOf, tilesOf } from "../src/lib/logic/events";
import { circumstancesOf, handOfRequest } from "../src/lib/logic/proposed";
import { FACES } from "../src/lib/logic/tiles";

const NAMES = ["Aki", "Ben", "Chie", "Dai"];

describe("tiles in mjai's words", () => {
  it("come back as they went", () => {
    for (const face of FACES) expect(faceOf(mjaiOf(face))).toBe(face);
    expect(mjaiOf("0s")).toBe("5sr");
    expect(mjaiOf("6z")).toBe("F");
    expect(faceOf("?")).toBe("?");
  });
});

describe("an event in one line", () => {
  it("names who, what, which tile and from whom", () => {
    const pon = { type: "pon", actor: 2, target: 0, pai: "E", consumed: ["E", "E"] };
    expect(eventWords(pon, NAMES)).toBe("Chie pon east from Aki");
    expect(tilesOf(pon)).toEqual(["1z", "1z", "1z"]);
    const discard = { type: "dahai", actor: 1, pai: "5mr", tsumogiri: true };
    expect(eventWords(discard, NAMES)).toBe("Ben discards red 5 man (as drawn)");
    const hidden = { type: "tsumo", actor: 3, pai: "?" };
    expect(eventWords(hidden, NAMES)).toBe("Dai draws");
    const win = { type: "hora", actor: 0, target: 3, hora_points: 7700 };
    expect(eventWords(win, NAMES)).toBe("Aki wins by ron from Dai, 7,700 points");
  });

  it("says of a draw which one it was, and not twice that it was one", () => {
    const draw = { type: "ryukyoku", reason: "exhaustive_draw" };
    expect(eventWords(draw, NAMES, "exhaustive draw")).toBe("Exhaustive draw");
    expect(eventWords({ ...draw, actor: 1 }, NAMES, "nine kinds")).toBe("Ben nine kinds");
    expect(eventWords(draw, NAMES)).toBe("Draw");
  });
});

describe("a win that was seen", () => {
  const win = {
    winner: 1,
    discarder: 2,
    concealed: ["1m", "2m", "3m", "5p", "5p"],
    melds: [{ kind: "pon" as const, tiles: ["7z", "7z", "7z"], called: "7z", source: 3 }],
    win_tile: "5p",
    riichi: false,
    ippatsu: false,
    dora: ["4m"],
  };

  it("is laid as a hand whose last tile of that face won", () => {
    const hand = handOfRequest(win as never);
    expect(hand.concealed.map((one) => one.tile)).toEqual(win.concealed);
    expect(hand.concealed.at(-1)?.id).toBe(hand.winId);
    expect(hand.melds[0]).toMatchObject({ kind: "pon", called: "7z", source: 3 });
    expect(circumstancesOf(win as never)).toMatchObject({
      winner: 1,
      discarder: 2,
      tsumo: false,
      dora: ["4m"],
    });
  });

  it("of a hidden hand has at least its winning tile", () => {
    const hand = handOfRequest({ ...win, concealed: [], melds: [] } as never);
    expect(hand.concealed.map((one) => one.tile)).toEqual(["5p"]);
    expect(handOfRequest({ ...win, concealed: [], win_tile: null } as never).winId).toBeNull();
  });
});

describe("a clock", () => {
  it("shows hours only when there are any", () => {
    expect(clockWords(5)).toBe("0:05");
    expect(clockWords(3909.9)).toBe("1:05:09");
  });
});
