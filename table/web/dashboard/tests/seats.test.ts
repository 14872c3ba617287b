import { describe, expect, it } from "vitest";

import { seatsNamed } from "../src/lib/logic/seats";

const NAMES = ["Aki", "Ben $&", "", "Dai"];

describe("seats", () => {
  it("are said by the names of who sits there", () => {
    expect(seatsNamed("It is the turn of seat 3, not of seat 0", NAMES)).toBe(
      "It is the turn of Dai, not of Aki",
    );
    expect(seatsNamed("席3の番です", NAMES)).toBe("Daiの番です");
  });

  it("are said once where the sentence names the player besides", () => {
    expect(seatsNamed("seat 3 (Dai) deals, seat 1 (Ben $&) by the record", NAMES)).toBe(
      "Dai deals, Ben $& by the record",
    );
    expect(seatsNamed("席3(Dai)が親です", NAMES)).toBe("Daiが親です");
  });

  it("keep their numbers where nobody has a name, and in a range", () => {
    expect(seatsNamed("seat 2 has 13 tiles ()", NAMES)).toBe("seat 2 has 13 tiles ()");
    expect(seatsNamed("seat 0-3", NAMES)).toBe("seat 0-3");
  });
});
