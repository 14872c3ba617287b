import { describe, expect, it } from "vitest";
import { labelPoint, middle, sizeOf, uprightOf, type Point } from "../src/lib/logic/geometry";
import { delta, isUnsure, percent, points } from "../src/lib/logic/format";

const UPRIGHT: Point[] = [
  [10, 20],
  [40, 20],
  [40, 60],
  [10, 60],
];
/** The same face turned clockwise by a quarter: its own top-left is now at the right. */
const TURNED: Point[] = [
  [40, 0],
  [40, 30],
  [0, 30],
  [0, 0],
];

describe("a read quadrilateral", () => {
  it("is turned upright about its middle", () => {
    expect(uprightOf(UPRIGHT)?.transform).toBe("rotate(0.00 25.0 40.0)");
    expect(uprightOf(TURNED)?.transform).toBe("rotate(-90.00 20.0 15.0)");
    expect(uprightOf(UPRIGHT.slice(0, 3))).toBeNull();
  });

  it("is shown whole, with a margin", () => {
    const [x, y, width, height] = (uprightOf(UPRIGHT)?.viewBox ?? "").split(" ").map(Number);
    expect([x, y]).toEqual([1.2, 11.2]);
    expect([width, height]).toEqual([47.6, 57.6]);
  });

  it("has a middle, a size and a place above it for its label", () => {
    expect(middle(UPRIGHT)).toEqual([25, 40]);
    expect(sizeOf(UPRIGHT)).toBe(30);
    expect(labelPoint(UPRIGHT)).toEqual([25, 20]);
  });
});

describe("numbers", () => {
  it("are grouped, with real signs", () => {
    expect(points(25000)).toBe("25,000");
    expect(points(-1200)).toBe("−1,200");
    expect(delta(7700)).toBe("+7,700");
    expect(delta(-300)).toBe("−300");
    expect(delta(0)).toBe("±0");
  });

  it("never call a reading surer than it is", () => {
    expect(percent(0.999)).toBe("99.9 %");
    expect(percent(0.62)).toBe("62 %");
    expect(percent(0.004)).toBe("0.4 %");
    expect(isUnsure(0.6)).toBe(true);
    expect(isUnsure(0.95)).toBe(true);
    expect(isUnsure(0.97)).toBe(false);
    expect(isUnsure(null)).toBe(false);
  });
});
