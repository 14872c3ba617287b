import { expect, it } from "vitest";
import type { Bridge } from "../src/lib/api/types";
import { bridgeHealth } from "../src/lib/logic/bridge";
import { text } from "../src/lib/strings";

const conditions = Object.keys(text.bridge.conditions) as Bridge["condition"][];

it("shows only an answering table as well", () => {
  const well = conditions.filter((condition) => bridgeHealth({ condition }) === "well");
  expect(well).toEqual(["linked"]);
  expect(bridgeHealth({ condition: "opening" })).toBe("opening");
});

it("says points in transit with their direction", () => {
  expect(text.bridge.inTransit(1000)).toBe("1000 points in no tray");
  expect(text.bridge.inTransit(-500)).toBe("500 points too many in the trays");
});
