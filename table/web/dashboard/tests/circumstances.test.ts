import { describe, expect, it } from "vitest";
import {
  PLAIN,
  possibleFlags,
  possibleRiichi,
  settled,
  toggled,
  type Circumstances,
  type Facts,
} from "../src/lib/logic/circumstances";

const CLOSED: Facts = {
  closed: true,
  hasKan: false,
  melds: 0,
  dealer: false,
  declared: false,
  winCopies: 1,
};
const now = (part: Partial<Circumstances>): Circumstances => ({ ...PLAIN, winner: 1, ...part });

describe("what is possible", () => {
  it("offers riichi to a closed hand only, and not to take back a stick on the table", () => {
    expect(possibleRiichi(CLOSED)).toEqual(["none", "riichi", "double"]);
    expect(possibleRiichi({ ...CLOSED, closed: false, melds: 1 })).toEqual(["none"]);
    expect(possibleRiichi({ ...CLOSED, declared: true })).toEqual(["riichi", "double"]);
  });

  it("offers ippatsu after riichi only", () => {
    expect(possibleFlags(now({}), CLOSED)).not.toContain("ippatsu");
    expect(possibleFlags(now({ riichi: "riichi" }), CLOSED)).toContain("ippatsu");
    const rinshan = now({ riichi: "riichi", tsumo: true, flags: ["rinshan"] });
    const kan = { ...CLOSED, hasKan: true, melds: 1 };
    expect(possibleFlags(rinshan, kan)).not.toContain("ippatsu");
  });

  it("tells tsumo's last tile from ron's", () => {
    expect(possibleFlags(now({ tsumo: true }), CLOSED)).toContain("haitei");
    expect(possibleFlags(now({ tsumo: true }), CLOSED)).not.toContain("houtei");
    expect(possibleFlags(now({}), CLOSED)).toContain("houtei");
    expect(possibleFlags(now({}), CLOSED)).not.toContain("haitei");
  });

  it("offers rinshan with a kan and a drawn tile, never with haitei", () => {
    const kan = { ...CLOSED, hasKan: true, melds: 1 };
    expect(possibleFlags(now({ tsumo: true }), kan)).toContain("rinshan");
    expect(possibleFlags(now({ tsumo: true }), CLOSED)).not.toContain("rinshan");
    expect(possibleFlags(now({}), kan)).not.toContain("rinshan");
    expect(possibleFlags(now({ tsumo: true, flags: ["haitei"] }), kan)).not.toContain("rinshan");
  });

  it("offers chankan for a ron on a tile the winner holds no other of", () => {
    expect(possibleFlags(now({}), CLOSED)).toContain("chankan");
    expect(possibleFlags(now({}), { ...CLOSED, winCopies: 2 })).not.toContain("chankan");
    expect(possibleFlags(now({ tsumo: true }), CLOSED)).not.toContain("chankan");
  });

  it("gives the first-turn wins to whom they belong, and alone", () => {
    const tsumo = now({ tsumo: true });
    expect(possibleFlags(tsumo, { ...CLOSED, dealer: true })).toContain("tenhou");
    expect(possibleFlags(tsumo, { ...CLOSED, dealer: true })).not.toContain("chiihou");
    expect(possibleFlags(tsumo, CLOSED)).toContain("chiihou");
    expect(possibleFlags(now({}), CLOSED)).toContain("renhou");
    expect(possibleFlags(now({}), { ...CLOSED, dealer: true })).not.toContain("renhou");
    expect(possibleFlags(tsumo, { ...CLOSED, melds: 1 })).not.toContain("chiihou");
    const first = now({ tsumo: true, flags: ["chiihou"] });
    expect(possibleFlags(first, CLOSED)).toEqual(["chiihou"]);
  });
});

describe("what has become impossible", () => {
  it("is dropped: ura and ippatsu with riichi, the discarder with tsumo", () => {
    const open = { ...CLOSED, closed: false, melds: 1 };
    const before = now({ riichi: "riichi", flags: ["ippatsu"], ura: ["1m"], discarder: 2 });
    const after = settled(before, open);
    expect(after).toMatchObject({ riichi: "none", flags: [], ura: [], discarder: 2 });
    expect(settled(now({ tsumo: true, discarder: 2 }), CLOSED).discarder).toBeNull();
    expect(settled(now({ discarder: 1 }), CLOSED).discarder).toBeNull();
  });

  it("keeps what is still possible, and settles to itself", () => {
    const fine = now({
      riichi: "double",
      flags: ["ippatsu", "houtei"],
      dora: ["1m"],
      discarder: 0,
    });
    expect(settled(fine, CLOSED)).toEqual(fine);
    expect(settled(settled(fine, CLOSED), CLOSED)).toEqual(fine);
  });

  it("knows a riichi from the stick on the table", () => {
    expect(settled(now({}), { ...CLOSED, declared: true }).riichi).toBe("riichi");
  });

  it("toggles", () => {
    expect(toggled(toggled(now({}), "houtei"), "houtei").flags).toEqual([]);
  });
});
