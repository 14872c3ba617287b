import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { FACES } from "../src/lib/logic/tiles";

describe("the sprite", () => {
  const sprite = readFileSync(new URL("../src/assets/tiles.svg", import.meta.url), "utf8");
  it("has every face and every wind", () => {
    const names = [...FACES.map((face) => `tile-${face}`), ..."ESWN"].map((name) =>
      name.length === 1 ? `wind-${name}` : name,
    );
    for (const name of names) expect(sprite).toContain(`id="${name}"`);
  });

  it("has all that it uses", () => {
    const used = [...sprite.matchAll(/href="#([^"]+)"/g)].map((found) => found[1]);
    expect(used.length).toBeGreaterThan(20);
    for (const name of new Set(used)) expect(sprite).toContain(`id="${name}"`);
  });
});
